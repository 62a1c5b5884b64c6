import { globSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { ownPreload } from './bin/own-preload.ts';
import { recentAssets } from './bin/recent-assets.ts';
import { asciiLicences, serverCode } from './bin/server-code.ts';
import { serviceWorker } from './bin/service-worker.ts';

/**
 * Modules that share a chunk. A group also contains what its modules import, unless an earlier group contains it. Each
 * chunk costs a request, and the first script contains the name of each chunk that a page may need at its start. So
 * modules that are used together form a group.
 * A group must not contain two modules that are imported dynamically. The file of such a group exports both modules
 * under other names. `chunk()` imports this file directly when it retries a failed import, and would not find the
 * original names.
 */
const chunkGroups = [
  { name: 'start', test: /preload-helper|client\/(?:preload|start)\.ts/ },
  { name: 'store', test: /zustand\/esm\/vanilla/ },
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|zustand)\// },
  { name: 'router', test: /node_modules\/react-router/ },
  { name: 'emblem', test: /GameEmblem/ },
  { name: 'typed-values', test: /draw-kinds|shown-prices|typed-line/ },
  {
    name: 'common',
    test: new RegExp(
      [
        'break-lengths|money-amount|format-(?:money|moment)|shared/translate|translate-with|use-awake',
        'same-site-path|return-path|continue-at|names-of|ticket-places',
        'stores/(?:session|tab-owner)|api/call-api|ui/Avatar|avatar-href',
      ].join('|'),
    ),
  },
  { name: 'live', test: /stores\/live/ },
  { name: 'auth-forms', test: /shared\/forms\/(?:settings|login|signup|forgot-password)\.ts/ },
  { name: 'form', test: /forms\/Form\.tsx/ },
  { name: 'form-rules', test: /shared\/forms\/forms\.ts/ },
  { name: 'dialog', test: /ui\/Dialog|page-section/ },
];

/** Stylesheets that only one kind of page loads. Each file has the name of a kind in shared/pages/document.ts. */
const stylesOfKinds = globSync('client/styles/kinds/*.css', { cwd: import.meta.dirname }).sort();

/**
 * The production files of React Router. Its package.json exports only the development files
 * (remix-run/react-router#14102), which run additional checks and print warnings.
 */
const routerFolder = path.join(import.meta.dirname, 'node_modules/react-router/dist/production');

/**
 * Builds the client twice. `vite build` writes the browser's files to dist/client. These are hashed files in assets/,
 * the files of client/public, sw.js, and .vite/manifest.json. `vite build --ssr client/entry-server.tsx` writes
 * dist/client-ssr/entry-server.js, which renders documents on the server. entry-server.js contains React Router, but
 * loads React from node_modules.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    ...(isSsrBuild ? [asciiLicences()] : [ownPreload(), recentAssets({ builds: 3 }), serviceWorker()]),
  ],
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: path.join(routerFolder, 'index.mjs') },
      { find: /^react-router\/dom$/, replacement: path.join(routerFolder, 'dom-export.mjs') },
    ],
  },
  // Bundle React Router, because Node would load its development files. Also bundle the packages that React Router
  // imports, because Node would search for them from dist/ and could find other versions.
  ssr: { noExternal: [/^react-router/, 'cookie', 'set-cookie-parser'] },
  publicDir: 'client/public',
  // Vite passes environment variables with this prefix to the browser. No variable has this prefix.
  envPrefix: 'GOLDEN_LOTTO_PUBLIC_',
  build: isSsrBuild
    ? {
        outDir: 'dist/client-ssr',
        copyPublicDir: false,
        target: 'node24',
        sourcemap: true,
        rolldownOptions: { output: { entryFileNames: '[name].js', ...serverCode } },
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
          input: [
            'client/start.ts',
            'client/styles/main.css',
            'client/styles/blocks.css',
            'client/styles/print.css',
            ...stylesOfKinds,
          ],
          output: {
            codeSplitting: {
              groups: chunkGroups,
            },
          },
        },
      },
}));
