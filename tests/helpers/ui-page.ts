import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { type PageServer, startPageServer } from './page-server.ts';

const document = `<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="/favicon.svg" /></head>
<body><main></main><script type="module" src="/assets/ui.js"></script></body></html>`;

/**
 * Serves a page that loads only one module, for tests of components that no page of the site uses yet.
 * @param entry path of the module from the project's root. The module renders into `<main>`.
 */
export async function startUiPage(entry: string): Promise<PageServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-ui-'));
  const root = path.resolve(import.meta.dirname, '../..');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    publicDir: 'client/public',
    build: {
      outDir: folder,
      emptyOutDir: true,
      // Do not inline fonts, because the content security policy forbids `data:` fonts.
      assetsInlineLimit: 0,
      rolldownOptions: { input: entry, output: { entryFileNames: 'assets/ui.js' } },
    },
  });
  const server = await startPageServer(folder);
  server.pages.set('/', document);
  return {
    ...server,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
