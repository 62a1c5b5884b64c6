import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { recentAssets } from './bin/recent-assets.ts';

/**
 * Builds the client twice. `vite build` writes the files that browsers load to dist/client. These are hashed files in
 * assets/, the files of client/public, and .vite/manifest.json. `vite build --ssr client/entry-server.tsx` writes
 * dist/client-ssr/entry-server.js, which renders documents on the server. This file loads React from node_modules.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [recentAssets({ builds: 3 })])],
  publicDir: 'client/public',
  // Vite passes environment variables with this prefix to the browser. No variable has this prefix.
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
        // Keep the files of recent builds, because pages that are open in browsers still need them.
        emptyOutDir: false,
        manifest: true,
        target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
        // Inline no files, because the content security policy allows no `data:` fonts, and small files are cheap over
        // HTTP/2.
        assetsInlineLimit: 0,
        // No polyfill is needed, because every supported browser supports modulepreload.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['client/start.ts', 'client/styles/main.css', 'client/styles/account.css'],
          output: {
            codeSplitting: {
              groups: [
                { name: 'start', test: /preload-helper|client\/start\.ts/ },
                // These modules are small and used together. Each chunk would add its name to the first script.
                { name: 'paths', test: /same-site-path|return-path|continue-at/ },
              ],
            },
          },
        },
      },
}));
