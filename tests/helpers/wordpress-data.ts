/** An entry as WordPress 6.8 with Yoast SEO 25 sends it, including the fields that the site does not request. */
export type RecordedEntry = ReturnType<typeof recordedEntry>;

export interface EntryDraft {
  id: number;
  slug: string;
  title: string;
  /** Id of the parent page. It is 0 for a page without a parent, and undefined for a post. */
  parent?: number;
  html?: string;
  excerpt?: string;
  date?: string;
  menuOrder?: number;
  status?: string;
  isProtected?: boolean;
  picture?: number;
  categories?: number[];
  /**
   * Language of the entry, as the plugin Polylang adds it. `translations` maps languages to the ids of the
   * translations.
   */
  lang?: string;
  translations?: Record<string, number>;
  robots?: unknown;
  yoast?: Record<string, unknown>;
  meta?: unknown;
}

export const wordPressName = 'Theme Unit Test &amp; Friends';
const origin = 'https://cms.example';

/** An excerpt as the theme Twenty Seventeen produces it. The excerpt ends with a link to the whole text. */
const excerptWithLink = (text: string, title: string, link: string) =>
  `<p>${text} [&hellip;]</p>\n<p class="link-more"><a href="${link}" class="more-link">Continue reading<span class="screen-reader-text"> &#8220;${title}&#8221;</span></a></p>\n`;

export function recordedEntry(draft: EntryDraft) {
  const { id, slug, title, parent, html = `<p>Text of ${title}.</p>\n`, isProtected = false } = draft;
  const isPage = parent !== undefined;
  const link = `${origin}/${slug}/`;
  const date = draft.date ?? '2026-11-20T19:09:11';
  const escapedSlug = encodeURIComponent(slug).toLowerCase();
  return {
    id,
    date,
    date_gmt: date,
    guid: { rendered: `${origin}/?${isPage ? 'page_id' : 'p'}=${id}` },
    modified: date,
    modified_gmt: date,
    slug: escapedSlug,
    status: draft.status ?? 'publish',
    type: isPage ? 'page' : 'post',
    link,
    // The REST API returns the title unchanged. Only the pages that WordPress itself renders put a word before the
    // title of an entry with a password.
    title: { rendered: title },
    content: { rendered: isProtected ? '' : html, protected: isProtected },
    excerpt: {
      rendered: isProtected ? '' : excerptWithLink(draft.excerpt ?? `Excerpt of ${title}`, title, link),
      protected: isProtected,
    },
    author: 1,
    featured_media: draft.picture ?? 0,
    ...(isPage ? { parent, menu_order: draft.menuOrder ?? 0 } : { sticky: false, format: 'standard' }),
    comment_status: 'closed',
    ping_status: 'closed',
    template: '',
    // Before version 6.3, which introduced footnotes, WordPress sent an empty list as `meta`.
    meta: draft.meta ?? { footnotes: '' },
    ...(isPage ? {} : { categories: draft.categories ?? [1], tags: [] }),
    class_list: [`post-${id}`, isPage ? 'page' : 'post', 'hentry'],
    ...(draft.lang ? { lang: draft.lang, translations: draft.translations ?? { [draft.lang]: id } } : {}),
    yoast_head: `<!-- This site is optimized with the Yoast SEO plugin v25.9 -->\n<title>${title}</title>`,
    yoast_head_json: {
      title: `${title} - ${wordPressName}`,
      robots: draft.robots ?? {
        index: 'index',
        follow: 'follow',
        'max-snippet': 'max-snippet:-1',
        'max-image-preview': 'max-image-preview:large',
        'max-video-preview': 'max-video-preview:-1',
      },
      canonical: link,
      og_locale: 'en_US',
      og_type: 'article',
      og_title: title,
      og_url: link,
      og_site_name: wordPressName,
      author: 'themereviewteam',
      twitter_card: 'summary_large_image',
      twitter_misc: { 'Written by': 'themereviewteam', 'Est. reading time': '4 minutes' },
      schema: { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage', '@id': link }] },
      ...draft.yoast,
    },
    _links: {
      self: [{ href: `${origin}/wp-json/wp/v2/${isPage ? 'pages' : 'posts'}/${id}` }],
      collection: [{ href: `${origin}/wp-json/wp/v2/${isPage ? 'pages' : 'posts'}` }],
      'wp:featuredmedia': [{ embeddable: true, href: `${origin}/wp-json/wp/v2/media/${draft.picture ?? 0}` }],
      curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
    },
  };
}

export const recordedCategory = (id: number, slug: string, name: string) => ({
  id,
  count: 1,
  description: '',
  link: `${origin}/category/${slug}/`,
  name,
  slug,
  taxonomy: 'category',
  parent: 0,
  meta: [],
});

/** One of the sizes of a picture, such as `300x200`. */
const recordedSize = (folder: string, file: string, size: string) => {
  const [width, height] = size.split('x').map(Number);
  const scaled = file.replace(/(?=\.\w+$)/, `-${size}`);
  return { file: scaled, width, height, mime_type: 'image/jpeg', source_url: `${origin}${folder}${scaled}` };
};

export function recordedMedia(id: number, file: string) {
  const folder = '/wp-content/uploads/2013/03/';
  return {
    id,
    date: '2013-03-15T00:24:41',
    slug: file,
    status: 'inherit',
    type: 'attachment',
    title: { rendered: file },
    alt_text: '',
    media_type: 'image',
    mime_type: 'image/jpeg',
    media_details: {
      width: 1600,
      height: 1066,
      file: `2013/03/${file}`,
      sizes: {
        medium: recordedSize(folder, file, '300x200'),
        large: recordedSize(folder, file, '1024x682'),
        thumbnail: recordedSize(folder, file, '150x150'),
        medium_large: recordedSize(folder, file, '768x512'),
      },
      image_meta: { aperture: '0', credit: '', keywords: [] },
    },
    source_url: `${origin}${folder}${file}`,
  };
}
