import type { SiteConfig } from '../config/site-config.ts';

/** Hosts and keywords that the site's configuration adds to the content security policy, by directive. */
export type ForeignSources = Readonly<Record<string, readonly string[]>>;

const translation = 'https://translate.google.com';
const translationApi = ['https://translate.googleapis.com', 'https://translate-pa.googleapis.com'];
const translationPictures = [
  translation,
  'https://www.google.com',
  'https://www.gstatic.com',
  'https://fonts.gstatic.com',
];

/**
 * The sources that the translation widget of Google needs. The widget writes inline styles into the page, so a site
 * with the widget must allow inline styles.
 */
const translatorSources: ForeignSources = {
  'script-src': [translation, ...translationApi],
  'style-src': ["'unsafe-inline'", 'https://www.gstatic.com', translationApi[0] ?? ''],
  'img-src': translationPictures,
  'connect-src': translationApi,
  'frame-src': [translation],
};

/** Returns the URLs of the CMS's style sheets and scripts on the configured host. */
export function cmsFilesOf({ boot }: Pick<SiteConfig, 'boot'>): { styles: string[]; scripts: string[] } {
  const { host, css, js } = boot.cmsFiles;
  const address = (path: string) => new URL(path, host).href;
  return { styles: css.map(address), scripts: js.map(address) };
}

/** Returns whether public pages load files of other hosts. */
export function hasForeignFiles(config: SiteConfig): boolean {
  const { styles, scripts } = cmsFilesOf(config);
  return config.setup.googleTranslator === 'true' || styles.length + scripts.length > 0;
}

/**
 * Layout data of a private page, with no files of other hosts. No script of another host may run there, because a
 * private page shows the data of a player, and its URL can contain a token.
 */
export const withoutForeignFiles = { translator: null, cmsFiles: { styles: [], scripts: [] } };

/**
 * Returns the sources that the configuration adds to the content security policy of public pages. The policy names each
 * file of the CMS, so that no other file of that host can run. The policy of private pages does not contain these
 * sources, because private pages show the data of a player.
 */
export function foreignSources(config: SiteConfig): ForeignSources {
  const { styles, scripts } = cmsFilesOf(config);
  const added = config.setup.googleTranslator === 'true' ? translatorSources : {};
  return {
    ...added,
    'style-src': [...styles, ...(added['style-src'] ?? [])],
    'script-src': [...scripts, ...(added['script-src'] ?? [])],
  };
}
