import { readSegments } from '../pages/address.ts';

export interface ContentHostOptions {
  /** The origin that the site requests, such as `https://cms.example`. */
  origin: string;
  kind: 'json' | 'wordpress';
  /**
   * Host names of the content host in addition to the host of `origin`. Texts of the CMS use them in links to the
   * content host itself.
   */
  names: readonly string[];
}

export type ContentHost = ReturnType<typeof createContentHost>;

/** The path prefix under which the site serves the files of the content host. */
export const mediaPrefix = '/uploads/';

/** Folder of the files that editors upload. A content host other than WordPress may store pictures in any folder. */
const uploads = { wordpress: '/wp-content/uploads/', json: '/' } as const;
/** File types that the site serves. SVG is not among them, because an SVG file can contain scripts. */
const served = /\.(?:avif|gif|jpe?g|pdf|png|webp)$/i;
/** The maximum length of an address in a text. No real text contains a longer address. */
const longestAddress = 2000;
const versionShape = /^\d{8,17}$/;
/** The path of a file on this site: the version, if there is one, and the path below the folder of uploads. */
const mediaShape = /^\/uploads\/(?:v(\d{8,17})\/)?(.+)$/;

/**
 * Decodes the segments of a path and encodes them again, so that each file has only one address. Returns null for an
 * invalid path.
 */
function canonicalPath(rawPath: string): string | null {
  const segments = readSegments(rawPath);
  return segments && `/${segments.map(encodeURIComponent).join('/')}`;
}

/** Converts addresses of the content host's files to addresses of this site, and back. */
export function createContentHost({ origin, kind, names }: ContentHostOptions) {
  const hosts = new Set([new URL(origin).host, ...names]);
  const folder = uploads[kind];

  return {
    kind,

    /**
     * Reads an address in a text of the CMS. A relative address belongs to the content host.
     * @returns the address, or null for an invalid or over-long address
     */
    resolve: (address: string): URL | null =>
      address.length <= longestAddress ? URL.parse(address, `${origin}/`) : null,

    isOwn: ({ protocol, host, hostname }: URL): boolean =>
      /^https?:$/.test(protocol) && (hosts.has(host) || hosts.has(hostname)),

    /**
     * Returns the path under which this site serves a file of the content host. Returns null if the site does not serve
     * it.
     * @param version changes with the text that shows the file, so that caches may keep the file for a year; null if
     *   unknown
     */
    mediaPath(address: URL, version: string | null): string | null {
      const path = canonicalPath(address.pathname);
      if (!this.isOwn(address) || !path?.startsWith(folder) || !served.test(path)) return null;
      // The version is in the path and not in the query, because CDNs may ignore query parameters.
      return `${mediaPrefix}${version === null ? '' : `v${version}/`}${path.slice(folder.length)}`;
    },

    /**
     * Returns the content host's path of a file, or null if `url` is not an address that `mediaPath` returns. Only the
     * spelling that `mediaPath` uses is accepted, so that other spellings of an address cannot fill the caches.
     * @param url path and query as received; the query is ignored
     */
    fileOf(url: string): { path: string; version: string | null } | null {
      const [rawPath = ''] = url.split('?', 1);
      const [, version = null, file] = mediaShape.exec(rawPath) ?? [];
      if (file === undefined || canonicalPath(rawPath) !== rawPath || !served.test(rawPath)) return null;
      return { path: `${folder}${file}`, version };
    },
  };
}

/** Returns the version of the files that a text shows. The version is the time of the text's last change. */
export function fileVersionOf(changedAt: string | undefined): string | null {
  const digits = changedAt?.replace(/\D/g, '').slice(0, 17) ?? '';
  return versionShape.test(digits) ? digits : null;
}
