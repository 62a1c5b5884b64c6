import sanitizeHtml from 'sanitize-html';
import { columnClass, isBlockClass } from './block-classes.ts';
import { convertLink, hookPath, type LinkRules, type LinkText } from './content-links.ts';
import { pictureAttributes } from './content-pictures.ts';

const allowed: sanitizeHtml.IOptions = {
  allowedTags: (
    'h2 h3 h4 h5 h6 p ul ol li dl dt dd a strong b em i u s small sub sup del ins mark cite q dfn samp var span ' +
    'blockquote hr br code pre kbd abbr time address img figure figcaption table caption thead tbody tfoot tr th td ' +
    'details summary section div button'
  ).split(' '),
  allowedAttributes: {
    '*': ['id', 'lang', 'dir', 'class'],
    a: ['href', 'rel', 'data-hook', 'data-target'],
    button: ['type'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start', 'reversed', 'type'],
    time: ['datetime'],
    del: ['datetime'],
    ins: ['datetime'],
    abbr: ['title'],
    dfn: ['title'],
    details: ['open'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The maximum nesting depth. No real text nests elements more deeply.
  nestingLimit: 64,
  disallowedTagsMode: 'discard',
  // Tags that are dropped with their content. Forms of the CMS do not work on this site. A noscript element contains a
  // second copy of a picture that a script loads.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'form', 'noscript', 'svg', 'object'],
};

type Attributes = sanitizeHtml.Attributes;

/**
 * Puts the attribute `id` first, because a page's table of contents finds headings by the pattern `<h2 id=`. Drops
 * unknown classes.
 */
function commonAttributes({ id, class: classes, style, ...others }: Attributes): Attributes {
  const width = columnClass(style);
  const kept = [...(classes ?? '').split(/\s+/).filter(isBlockClass), ...(width ? [width] : [])].join(' ');
  return { ...(id ? { id } : {}), ...(kept ? { class: kept } : {}), ...others };
}

/**
 * Maximum numbers of links and pictures in one text. Further links and pictures become plain text, because a text with
 * many thousand addresses would block the process for seconds.
 */
const mostLinks = 1000;
const mostPictures = 200;

const sanitisedLink = /<a(?: [^>]*)?>([^<]*(?:<(?!\/a>)[^>]*>[^<]*)*)<\/a>/g;

/**
 * Removes links that contain neither text nor a picture with a description, because screen readers cannot announce such
 * links. Pictures in the links remain. Regular expressions are safe here, because attributes of sanitised HTML contain
 * no angle brackets.
 */
function withoutUnnamedLinks(html: string): string {
  return html.replace(sanitisedLink, (link, inner: string) => {
    const isNamed = / alt="[^"]/.test(inner) || inner.replace(/<[^>]*>/g, '').trim() !== '';
    return isNamed || /^<a[^>]* id="/.test(link) ? link : inner;
  });
}

/** A tag that is dropped with its content. */
const omitted: sanitizeHtml.Tag = { tagName: 'noscript', attribs: {} };

/**
 * Replaces the tags of a classic gallery. WordPress writes a picture without a caption as a dt without a dd. Screen
 * readers announce such a list wrongly.
 */
const galleryPart =
  (replaced: string): sanitizeHtml.Transformer =>
  (tagName, attribs) => ({
    tagName: /\bgallery-/.test(attribs['class'] ?? '') ? replaced : tagName,
    attribs,
  });

/**
 * Returns the target of the link that replaces an embedded media player. The media player would load scripts of another
 * host. For YouTube, the target is the page of the video.
 */
function playerAddress(src: string): string {
  const video = /^https:\/\/www\.youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/.exec(src)?.[1];
  return video === undefined ? src : `https://www.youtube.com/watch?v=${video}`;
}

const fileName = (address: string): string => address.split(/[?#]/)[0]?.split('/').at(-1) ?? address;
const hostName = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address;

/**
 * Returns the sanitised HTML of a CMS text. Links and pictures of the content host become addresses of this site.
 * Inline styles and colours of the CMS are dropped, so that only the styles of this site apply.
 */
export function cleanHtml(html: string, text: LinkText, rules: LinkRules): string {
  const { host } = rules;
  let links = 0;
  let pictures = 0;

  const link = (attribs: Attributes): Attributes => {
    const {
      href,
      name,
      class: classes = '',
      'data-hook': _hook,
      'data-target': _target,
      ...others
    } = attribs;
    links++;
    const isReadable = href !== undefined && links <= mostLinks;
    const converted = isReadable ? convertLink(href.trim(), text, rules) : null;
    const isButton = /\bwp-(?:block-button__link|block-file__button)\b/.test(classes);
    return {
      ...(name ? { id: name } : {}),
      ...others,
      class: isButton && converted !== null ? 'button button--primary' : classes,
      ...(converted === null ? {} : { href: converted }),
      ...(converted !== null && /^https?:/i.test(converted) ? { rel: 'noopener' } : {}),
    };
  };
  /**
   * Returns the attributes of a link or button with the attribute `data-hook`. Returns no attributes for an unknown
   * hook. Without script, the link opens the target page. If that page is private, it redirects visitors to the login.
   */
  const hookAttributes = (attribs: Attributes): Attributes => {
    const path = hookPath(attribs, text, rules);
    const hook = attribs['data-hook'] ?? '';
    return path === null ? {} : { href: path, 'data-hook': hook, 'data-target': path };
  };
  const button: sanitizeHtml.Transformer = (tagName, attribs) => {
    if (attribs['data-hook'] === undefined) {
      // Buttons of WordPress, such as the button that enlarges a picture, need scripts of WordPress. Replace such
      // buttons by plain text.
      if (host.kind === 'wordpress') return { tagName: 'span', attribs: {} };
      return { tagName, attribs: { ...attribs, type: 'button' } };
    }
    const hook = hookAttributes(attribs);
    return hook['href'] === undefined
      ? { tagName: 'span', attribs: {} }
      : { tagName: 'a', attribs: { class: 'button button--primary', ...hook } };
  };
  /** Converts a link. If this site does not have the link's target, the link becomes plain text. */
  const anchor: sanitizeHtml.Transformer = (tagName, attribs) => {
    const kept = { ...link(attribs), ...hookAttributes(attribs) };
    const isNeeded = ['href', 'id', 'data-hook'].some((name) => kept[name] !== undefined);
    return isNeeded ? { tagName, attribs: kept } : { tagName: 'span', attribs: {} };
  };
  /** Replaces an embedded media player by a link to its video or sound. */
  const player =
    (nameOf: (address: string) => string): sanitizeHtml.Transformer =>
    (_tag, { src = '', title = '', class: classes = '' }) => {
      const isRepeated = classes.includes('wp-embedded-content');
      const address = playerAddress(src);
      return isRepeated || !/^(?:https?:|\/)/.test(address)
        ? omitted
        : { tagName: 'a', attribs: link({ href: address }), text: title || nameOf(address) };
    };

  const clean = sanitizeHtml(html, {
    ...allowed,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: commonAttributes(attribs) }),
      // Replace h1 with h2. Each page has only one h1, which the page's component renders.
      h1: 'h2',
      strike: 's',
      dl: galleryPart('figure'),
      dt: galleryPart('div'),
      dd: galleryPart('figcaption'),
      a: anchor,
      button,
      iframe: player(hostName),
      video: player(fileName),
      audio: player(fileName),
      img: (tagName, attribs) => {
        pictures++;
        const kept = pictures <= mostPictures ? pictureAttributes(attribs, text.version, host) : null;
        const alt = attribs['alt']?.trim() ?? '';
        if (kept) return { tagName, attribs: kept };
        return alt === '' ? omitted : { tagName: 'span', attribs: {}, text: alt };
      },
    },
  });
  return withoutUnnamedLinks(clean);
}
