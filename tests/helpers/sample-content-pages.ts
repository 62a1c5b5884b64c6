import type { Teaser } from '../../shared/pages/content.ts';
import { sampleResults } from './sample-cards.ts';
import { sampleArticleHtml, sampleQuestionsHtml } from './sample-html.ts';
import { intro, type PageOf, type SamplePage } from './sample-page-parts.ts';

const teaser = (title: string, href: string, picture: string): Teaser => ({
  title,
  text: 'What it is about, in one or two sentences that make the choice easy.',
  href,
  picture,
  pictureSet: null,
  dateText: '20 November 2026',
  offer: null,
  date: '2026-11-20',
});

const blogs: Teaser[] = [
  teaser('How a draw is made', '/blogs/how-a-draw-is-made', 'balls'),
  teaser('What odds mean', '/blogs/what-odds-mean', 'chart'),
  { ...teaser('Set a limit first', '/blogs/set-a-limit-first', 'heart'), date: null, dateText: null },
];

const list: PageOf<'list'> = {
  kind: 'list',
  group: 'blogs',
  title: 'Blog',
  intro: intro('blogs', 'Blog'),
  items: blogs,
  place: null,
  position: 'Page 1 of 2',
  months: [
    { label: 'All articles', href: '/blogs', isCurrent: true },
    { label: 'November 2026 (6)', href: '/blogs?month=2026-11', isCurrent: false },
  ],
  newerHref: null,
  olderHref: '/blogs?page=2',
  recent: [],
};

const article: PageOf<'article'> = {
  kind: 'article',
  lang: null,
  isSample: false,
  stories: [],
  group: 'blogs',
  title: 'How a draw is made',
  lead: 'The seed of a draw is fixed before sales open.',
  html: sampleArticleHtml,
  picture: 'balls',
  pictureSet: null,
  date: '2026-11-20',
  dateText: '20 November 2026',
  modified: null,
  modifiedText: null,
  author: 'Golden Lotto desk',
  questions: [],
  parent: { label: 'Blog', href: '/blogs' },
  facts: [
    { label: 'Author', text: 'Golden Lotto' },
    { label: 'Reading time', text: '4 minutes' },
  ],
  backHref: '/blogs',
  more: blogs.slice(1),
};

/** Lists, articles, widgets and groups of the menu. */
export const contentPages: SamplePage[] = [
  { name: 'blogs', page: list },
  { name: 'promotions', page: { ...list, group: 'promotions', intro: intro('promotions', 'Promotions') } },
  { name: 'blogs without any', page: { ...list, intro: null, items: [] } },
  {
    name: 'widget with results',
    page: {
      kind: 'dynamic',
      title: 'Results by day: 21 November 2026',
      widgets: [{ label: 'Results by day', href: '/dynamicpage?dynamicJson=results', isCurrent: true }],
      days: [{ label: '21 Nov 2026', href: '/dynamicpage?dynamicJson=results', isCurrent: true }],
      shown: { kind: 'results', cards: Object.values(sampleResults) },
    },
  },
  {
    name: 'menu group',
    page: {
      kind: 'group',
      title: 'Help & support',
      entries: [
        { id: 'faq', label: 'FAQ', href: '/faq', text: 'Answers to the questions that players ask most.' },
        { id: 'search', label: 'Search', href: '/search', text: '' },
      ],
    },
  },
  { name: 'article', page: article },
  {
    name: 'promotion',
    page: { ...article, group: 'promotions', title: 'A first line on us', backHref: '/promotions' },
  },
  {
    name: 'static page with questions',
    page: {
      ...article,
      group: null,
      title: 'FAQ',
      html: sampleQuestionsHtml,
      picture: null,
      date: null,
      dateText: null,
      facts: [],
      parent: null,
      backHref: null,
      more: [],
    },
  },
  {
    name: 'article with a very long title',
    page: { ...article, title: 'A title that goes on '.repeat(12).trim() },
  },
];
