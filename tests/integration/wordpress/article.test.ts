import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBadUpstream } from '../../helpers/bad-upstream.ts';
import { blockText } from '../../helpers/block-texts.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { elementsOf, type MarkupElement, parseMarkup } from '../../helpers/markup.ts';
import { startRecordedSite } from '../../helpers/recording-platform.ts';
import { files } from '../../helpers/wordpress-host.ts';
import { type HostedSite, startHostedSite, version } from './hosted-site.ts';

const manyAddresses =
  '<a href="/faq/">x</a>'.repeat(1500) + '<img src="/wp-content/uploads/a.png" alt="A">'.repeat(300);
const linksOfLists = '<p><a href="/news/">News</a> <a href="/offer/">Offer</a></p>';
let hosted: HostedSite;
let get: HostedSite['get'];
let article: Answer;

beforeAll(async () => {
  hosted = await startHostedSite(
    [
      { id: 10, slug: 'blogs', title: 'Blogs', html: linksOfLists, modified: '2026-11-20T10:15:30' },
      { id: 12, slug: 'promotions', title: 'Offers', html: linksOfLists, modified: '2026-11-20T10:15:30' },
      {
        id: 11,
        slug: 'news',
        parent: 10,
        picture: 90,
        title: 'News',
        html: '<p>New.</p>',
        modified: '2026-11-20T10:15:30',
      },
      { id: 13, slug: 'offer', parent: 12, title: 'Offer', html: '', modified: '2026-11-20T10:15:30' },
      { id: 1, slug: 'faq', title: 'Blocks', html: blockText, modified: '2026-11-20T10:15:30' },
      { id: 2, slug: 'legal', title: 'Many', html: manyAddresses, modified: '2026-11-20T10:15:30' },
    ],
    [
      {
        id: 90,
        source_url: 'https://cms.example/wp-content/uploads/2026/11/team.jpg',
        media_details: {
          width: 1600,
          sizes: {
            thumbnail: {
              source_url: 'https://cms.example/wp-content/uploads/2026/11/team-150x150.jpg',
              width: 150,
            },
            medium: {
              source_url: 'https://cms.example/wp-content/uploads/2026/11/team-300x200.jpg',
              width: 300,
            },
            // This URL has no host, as if a plugin had damaged it. The site omits this picture size.
            medium_large: { source_url: '/team-768x512.jpg', width: 768 },
            large: {
              source_url: 'https://cms.example/wp-content/uploads/2026/11/team-1024x683.jpg',
              width: 1024,
            },
          },
        },
      },
    ],
  );
  ({ get } = hosted);
  article = await get('/hi/faq');
});
afterAll(() => hosted?.stop());

const isInProse = ({ parent }: MarkupElement): boolean =>
  parent !== null && (parent.attributes['class'] === 'prose' || isInProse(parent));

const prose = () =>
  article.text.slice(article.text.indexOf('<div class="prose"'), article.text.indexOf('</article>'));
const only = (tag: string): MarkupElement[] =>
  elementsOf(parseMarkup(article.text)).filter((element) => element.tag === tag && isInProse(element));

const linkNamed = (name: string) => only('a').find(({ text }) => text.trim() === name)?.attributes['href'];

describe('WordPress article', () => {
  it('declares the sizes of its pictures, and loads the pictures lazily from the site', () => {
    expect(article.status).toBe(200);
    const pictures = only('img');
    expect(pictures.length).toBeGreaterThan(12);
    for (const { attributes } of pictures) {
      expect(attributes['src']).toMatch(/^\/uploads\/v20261120101530\/2026\/11\/[a-z0-9-]+\.jpg$/);
      expect(attributes).toMatchObject({ loading: 'lazy', decoding: 'async', alt: expect.any(String) });
      expect(Number(attributes['width'])).toBeGreaterThan(0);
      expect(Number(attributes['height'])).toBeGreaterThan(0);
    }
    expect(pictures[0]?.attributes['srcset']?.split(', ')).toEqual(
      ['-1024x683.jpg 1024w', '-300x200.jpg 300w', '-768x512.jpg 768w', '.jpg 1200w'].map(
        (end) => `/uploads/${version}/2026/11/beach${end}`,
      ),
    );
    expect(pictures[0]?.attributes['sizes']).toBe('(min-width: 64rem) 736px, 100vw');
    expect(String(article.headers['content-security-policy'])).toContain("img-src 'self' data:;");
  });

  it('shows the alternative text instead of a picture that the site does not serve', () => {
    expect(prose()).toContain('<span>A photo of another host</span> and <span>A logo</span>');
  });

  it('links to the pages of the site in the language of the text', () => {
    expect(linkNamed('post')).toBe('/hi/blogs/odds-explained#high');
    expect(linkNamed('Hindi page')).toBe('/hi/games/golden-keno');
    expect(linkNamed('relative')).toBe('/hi/faq');
    expect(linkNamed('dated')).toBe('/hi/blogs/dated-post');
    expect(linkNamed('post by its name')).toBe('/hi/blogs/news#top');
    expect(linkNamed('relative post')).toBe('/hi/blogs/news');
    expect(linkNamed('anchor')).toBe('#marks');
    expect(linkNamed('Terms')).toBe(`/uploads/${version}/2026/11/terms.pdf`);
    expect(linkNamed('other host')).toBe('https://elsewhere.example/page');
    expect(linkNamed('How a draw works')).toBe('https://www.youtube.com/watch?v=SQEQr7c0-dw');
  });

  it('is linked from the list of promotions or blogs', async () => {
    for (const [path, item] of [
      ['/promotions', '/promotions/offer'],
      ['/blogs', '/blogs/news'],
    ] as const) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain(`href="${item}"`);
    }
  });

  it.each(['admin', 'short', 'feed', 'category', 'script', 'unknown name'])(
    'shows the link “%s” as plain text',
    (name) => {
      expect(prose()).toContain(name);
      expect(linkNamed(name)).toBeUndefined();
    },
  );

  it('contains only links that screen readers can announce', () => {
    const unnamed = only('a').filter(
      (link) => link.text.trim() === '' && !elementsOf(link).some(({ attributes }) => attributes['alt']),
    );
    expect(unnamed).toEqual([]);
  });

  it('contains no button, because the buttons of WordPress need scripts of WordPress', () => {
    expect(only('img').map(({ attributes }) => attributes['alt'])).toContain('A beach that grows');
    expect(only('button')).toEqual([]);
  });

  it('contains at most 1000 links and 200 pictures', async () => {
    const { text } = await get('/legal');
    const proseText = text.slice(text.indexOf('<div class="prose"'), text.indexOf('</article>'));
    expect(proseText.match(/<a href="\/faq">/g)).toHaveLength(1000);
    expect(proseText.match(/<img /g)).toHaveLength(200);
  });

  it('loads its featured image from the site in the article, in lists and in link previews', async () => {
    const picture = `/uploads/${version}/2026/11/team-1024x683.jpg`;
    const list = await get('/blogs');
    const photo = `<img class="photo" src="${picture}" alt="" width="320" height="200" loading=`;
    expect(list.text).toContain(`${photo}"lazy"`);
    const blog = await get('/blogs/news');
    expect((await get('/blogs/news.png')).status).toBe(404);
    expect((await get('/promotions/offer.png')).status).toBe(200);
    expect(blog.text).toContain(`${photo}"eager"`);
    expect(blog.text).toContain(`<meta property="og:image" content="https://lotto.example${picture}"/>`);
    const set = `srcset="/uploads/${version}/2026/11/team-300x200.jpg 300w, ${picture} 1024w" sizes="(min-width: `;
    for (const { text } of [list, blog]) {
      expect(text.replace('srcSet', 'srcset')).toContain(set);
      expect(text).toMatch(/href="\/assets\/blocks-[\w-]+\.css"/);
    }
  });

  it('keeps the semantic elements and blocks of WordPress, but not its styles and scripts', () => {
    for (const tag of ['del', 'ins', 'mark', 'sub', 'sup', 's', 'q', 'kbd', 'var', 'h5', 'h6', 'dl', 'cite'])
      expect(only(tag), tag).not.toEqual([]);
    expect(prose()).toContain('<h2 id="marks">');
    expect(prose()).toContain('<div class="wp-block-column basis-66">');
    expect(prose()).toContain('<a class="button button--primary" href="/hi/faq">');
    expect(prose()).not.toMatch(
      /style=|onclick|<script|alert\(1\)|<form|has-vivid-red|cms\.example\/(?!wp-content\/uploads\/2026\/11\/draw\.mp4)/,
    );
    expect(article.text.match(/<h1[\s>]/g)).toHaveLength(1);
  });
});

describe('text from a content host that is not WordPress', () => {
  it('loads the host’s pictures through the site, and keeps relative URLs unchanged', async () => {
    const content = await startBadUpstream();
    const html =
      `<p><a href="/faq">Own</a> <img src="${content.origin}/pictures/a.png" alt="A">` +
      `<img src="/illustrations/b.png" alt="B"></p>`;
    const item = { slug: 'faq', title: { rendered: 'Questions' }, content: { rendered: html } };
    content.next({ is: 'answer', body: { isSuccess: true, cmsData: { jsonData: [item] } } });
    const other = await startRecordedSite({ env: { CMS_URL: content.origin } });
    try {
      const { text } = await ask(other.site.origin, '/faq');
      expect(text).toContain('<p><a href="/faq">Own</a> <img src="/uploads/pictures/a.png" alt="A"');
      expect(text).toContain('<img src="/illustrations/b.png" alt="B"');
      content.next({ is: 'text', text: files.png, headers: { 'content-type': 'image/png' } });
      const picture = await ask(other.site.origin, '/uploads/pictures/a.png');
      expect([picture.status, picture.bytes]).toEqual([200, files.png]);
      expect(content.received.at(-1)).toMatchObject({ url: '/pictures/a.png', body: '' });
      expect(content.received.at(-1)?.headers).not.toHaveProperty('x-api-key');
    } finally {
      await other.stop();
      await content.stop();
    }
  });
});
