import path from 'node:path';
import { build, type Plugin } from 'vite';

/** Fonts of the first paint. client/assets.ts preloads the same files. */
const firstFonts = /(?:barlow-condensed-latin-(?:600|700)-normal|golden-lotto-signs-700)-[\w-]+\.woff2$/;

/** Styles that every page loads, and styles of the offline page and of the pages that browsers keep for offline use. */
const keptStyles = /(?:^|\/)(?:main|blocks|draw|error|home|results)-[\w-]+\.css$/;

type Bundle = Parameters<Extract<Plugin['writeBundle'], (...args: never[]) => unknown>>[1];

/** Returns the URLs of the files that pages need offline: start.ts with its imports, the styles and the fonts. */
function shellOf(bundle: Bundle): string[] {
  const files = Object.values(bundle);
  const start = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === 'start');
  const scripts = start?.type === 'chunk' ? [start.fileName, ...start.imports] : [];
  const others = files
    .filter((file) => file.type === 'asset')
    .filter(({ fileName }) => keptStyles.test(fileName) || firstFonts.test(fileName))
    .map(({ fileName }) => fileName);
  return [...scripts, ...others].map((file) => `/${file}`).sort();
}

/**
 * Creates a Vite plugin that writes the service worker to `sw.js` after each build. The worker is one classic script,
 * because Firefox supports no modules in service workers. The worker contains the names of the build's files, so that
 * browsers install a new worker after each change of the client.
 */
export function serviceWorker(): Plugin {
  let root = '';
  let outDir = '';
  let mode = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = path.resolve(config.root, config.build.outDir);
      mode = config.mode;
    },
    async writeBundle(_, bundle) {
      await build({
        root,
        configFile: false,
        mode,
        logLevel: 'warn',
        publicDir: false,
        define: {
          SHELL: JSON.stringify(shellOf(bundle)),
          'process.env.NODE_ENV': JSON.stringify('production'),
        },
        build: {
          outDir,
          emptyOutDir: false,
          target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
          rolldownOptions: {
            input: path.join(root, 'client/worker/worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}
