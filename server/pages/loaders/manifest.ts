import type { FileLoader } from '../loader.ts';

/** The colour of the header (`--steel-900`). */
const headerColor = '#14181f';

const icon = (src: string, type: string, sizes: string, purpose = 'any') => ({ src, type, sizes, purpose });

const icons = [
  icon('/favicon.svg', 'image/svg+xml', 'any'),
  icon('/icon-192.png', 'image/png', '192x192'),
  icon('/icon-512.png', 'image/png', '512x512'),
  icon('/icon-maskable-512.png', 'image/png', '512x512', 'maskable'),
];

/** Loads `/site.webmanifest`. All languages share the id, so that a browser installs the site only once. */
export const loadManifest: FileLoader = async ({ words }) => {
  const home = words.langPrefix || '/';
  const shortcut = (text: string, path: string) => ({
    name: words.t(text),
    url: `${words.langPrefix}${path}`,
    icons: icons.slice(1, 2),
  });
  const manifest = {
    id: '/',
    name: words.t('site.name'),
    short_name: words.t('site.name'),
    description: words.t('site.description'),
    lang: words.lang,
    start_url: home,
    scope: '/',
    display: 'standalone',
    background_color: headerColor,
    theme_color: headerColor,
    categories: ['entertainment', 'games'],
    icons,
    shortcuts: [
      shortcut('menu.results', '/results'),
      shortcut('check.title', '/check'),
      shortcut('menu.claim_status', '/claim-status'),
      shortcut('menu.all_games', '/games'),
    ],
  };
  return { contentType: 'application/manifest+json; charset=utf-8', text: JSON.stringify(manifest) };
};
