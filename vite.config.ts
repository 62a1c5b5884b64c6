import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { recentAssets } from './bin/recent-assets.ts';

/**
 * Two builds of one client. `vite build` makes the files that browsers load: dist/client, hashed files under
 * /assets/, those of client/public at the root, and .vite/manifest.json. `vite build --ssr
 * client/entry-server.tsx` makes dist/client-ssr/entry-server.js, which renders documents on the server;
 * React comes from node_modules there.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [recentAssets({ builds: 3 })])],
  publicDir: 'client/public',
  // No environment variable is passed to the browser.
  envPrefix: 'GOLDEN_LOTTO_PUBLIC_',
  build: isSsrBuild
    ? {
        outDir: 'dist/client-ssr',
        copyPublicDir: false,
        target: 'node24',
        sourcemap: true,
        rolldownOptions: { output: { entryFileNames: '[name].js' } },
      }
    : {
        outDir: 'dist/client',
        // The last builds' files stay for pages that are still open.
        emptyOutDir: false,
        manifest: true,
        target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
        // The content security policy allows no data: fonts, and small files are cheap over HTTP/2.
        assetsInlineLimit: 0,
        // Every supported browser supports modulepreload.
        modulePreload: { polyfill: false },
        rolldownOptions: { input: ['client/start.ts', 'client/styles/main.css'] },
      },
}));
