import type { Plugin } from 'vite';

/** Creates a Vite plugin that replaces Vite's function for dynamic imports by the function in client/preload.ts. */
export function ownPreload(): Plugin {
  return {
    name: 'own-preload',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => "export { preload as __vitePreload } from '/client/preload.ts';",
    },
  };
}
