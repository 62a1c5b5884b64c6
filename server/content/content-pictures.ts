import type { ContentHost } from './content-host.ts';

type Attributes = Record<string, string>;

/** The width of the widest text column, in CSS pixels. */
const columnWidth = 736;
/** The maximum number of candidates of a srcset. WordPress writes at most ten sizes of a picture. */
const mostCandidates = 20;
const wideFrom = '(min-width: 64rem)';

const dimension = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;

/** WordPress writes the size of a scaled picture into its file name, such as `beach-300x200.jpg`. */
function sizeOf({ src = '', width, height }: Attributes): { width: number; height: number } | null {
  const [, fileWidth, fileHeight] = /-(\d{1,5})x(\d{1,5})\.[a-z]+(?:\?|$)/i.exec(src) ?? [];
  const given = { width: dimension(width), height: dimension(height) };
  const named = { width: dimension(fileWidth), height: dimension(fileHeight) };
  const { width: w, height: h } = given.width && given.height ? given : named;
  return w && h ? { width: w, height: h } : null;
}

/** Converts the candidates of a srcset. Candidates that this site does not serve are dropped. */
function convertSrcset(srcset: string, pathOf: (address: string) => string | null): string {
  return srcset
    .split(/,\s+/, mostCandidates)
    .flatMap((candidate) => {
      const [address = '', size = ''] = candidate.trim().split(/\s+/);
      const path = pathOf(address);
      return path !== null && /^\d{1,5}w$/.test(size) ? [`${path} ${size}`] : [];
    })
    .join(', ');
}

/**
 * Returns the address under which this site serves a picture of a CMS text, or null if it does not serve the picture.
 * In a text of any content host except WordPress, a relative address is an address of this site.
 */
export function convertPicture(address: string, version: string | null, host: ContentHost): string | null {
  if (host.kind === 'json' && /^\/(?!\/)/.test(address)) return address;
  const url = host.resolve(address);
  return url && host.mediaPath(url, version);
}

/**
 * Converts the attributes of a picture. With the converted attributes, browsers reserve space for the picture and
 * choose the file by the width of the text column.
 * @returns null if the picture must be omitted
 */
export function pictureAttributes(
  attribs: Attributes,
  version: string | null,
  host: ContentHost,
): Attributes | null {
  const pathOf = (address: string) => convertPicture(address, version, host);
  const src = pathOf(attribs['src'] ?? '');
  if (src === null) return null;
  const size = sizeOf(attribs);
  const srcset = convertSrcset(attribs['srcset'] ?? '', pathOf);
  const isNarrow = size !== null && size.width < columnWidth;
  return {
    ...(attribs['class'] ? { class: attribs['class'] } : {}),
    src,
    ...(srcset
      ? {
          srcset,
          sizes: isNarrow
            ? `(max-width: ${size.width}px) 100vw, ${size.width}px`
            : `${wideFrom} ${columnWidth}px, 100vw`,
        }
      : {}),
    alt: attribs['alt'] ?? '',
    ...(size ? { width: String(size.width), height: String(size.height) } : {}),
    loading: 'lazy',
    decoding: 'async',
  };
}
