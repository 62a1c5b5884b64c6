import type { Teaser } from '../../shared/pages/content.ts';
import type { Page } from '../../shared/pages/document.ts';
import type { ResultsFilter } from '../../shared/pages/results.ts';
import { sampleGames, sampleResults, sampleRun, sampleUpcoming, sampleWinners } from './sample-cards.ts';
import { sampleArticleHtml, sampleQuestionsHtml, sampleRulesHtml } from './sample-html.ts';
import { jackpotPrizes, kenoPrizes, rafflePrizes, withOdds } from './sample-prizes.ts';

type PageOf<Kind extends Page['kind']> = Extract<Page, { kind: Kind }>;

const intro = (slug: string, title: string) => ({
  slug,
  title,
  html: { __html: `<p>What to know about ${slug}. <a href="/faq">More</a>.</p>` },
});

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

const filter: ResultsFilter = {
  games: Object.values(sampleGames).map(({ gameId, gameName }) => ({ value: gameId, label: gameName })),
  game: '',
  from: '2026-11-14',
  to: '2026-11-21',
  max: '2026-11-21',
  errors: [],
};

const results: PageOf<'results'> = {
  kind: 'results',
  intro: intro('results', 'Results'),
  filter,
  gameLinks: [
    { label: 'All games', href: '/results', isCurrent: true },
    { label: 'Golden Keno 20/80', href: '/results?game=keno', isCurrent: false },
  ],
  dayLinks: [{ label: 'Last 7 days', href: '/results', isCurrent: true }],
  groups: Object.values(sampleResults).map((card) => ({
    game: card,
    cards: sampleRun(card, 3),
    sheets: [],
    more: { href: `/results?game=${card.gameId}`, isSheet: false },
  })),
  nextHref: null,
  firstHref: null,
};

const draw: PageOf<'draw'> = {
  kind: 'draw',
  card: sampleResults.jackpot,
  prizes: [jackpotPrizes],
  facts: [
    { label: 'Tickets', text: '18,402' },
    { label: 'Paid in prizes', text: '₹11,35,500' },
  ],
  proof: {
    text: 'The seed was sealed before the draw and is open now.',
    verdict: { mark: 'agrees', text: 'Commitment and numbers agree' },
    facts: [
      {
        label: 'Commitment',
        text: '9f2c4be1a07d55c3e8b6f1d2a4907c3be5d81f60a2b94c7d3e6f8091a2b3c4d5',
        isHash: true,
      },
    ],
  },
  verifyHref: '/verify/jackpot-311',
  previousHref: '/results/golden-jackpot/310',
  nextHref: '/results/golden-jackpot/312',
  gameResultsHref: '/results/golden-jackpot',
  checkHint: 'One ticket on each line: 5 different numbers from 1 to 36, for example 4 12 19 26 33.',
  statisticsHref: '/statistics/golden-jackpot',
};

const jackpotGame = {
  ...sampleGames.jackpot,
  description: 'Six numbers, a bonus ball, and a pot that grows until somebody has all six.',
};

const game: PageOf<'game'> = {
  kind: 'game',
  game: jackpotGame,
  games: Object.values(sampleGames),
  html: sampleRulesHtml,
  upcoming: sampleUpcoming.jackpot,
  facts: [
    { label: 'When', text: 'Wednesday and Saturday at 20:30' },
    { label: 'A ticket', text: '₹50' },
  ],
  onSale: [
    {
      drawId: 'jackpot-94',
      title: 'Draw 94, Sat 21 Nov · 20:30 IST',
      facts: [
        { label: 'Draw', text: 'jackpot-94' },
        { label: 'Commitment', text: '9f2c4be1a07d55c3e8b6f1d2a4907c3be5d81f60a2b94c7d3e6f8091a2b3c4d5' },
      ],
    },
    {
      drawId: 'jackpot-95',
      title: 'Draw 95, Wed 25 Nov · 20:30 IST',
      facts: [
        { label: 'Draw', text: 'jackpot-95' },
        { label: 'Commitment', text: '03b1d2a4907c3be5d81f60a2b94c7d3e6f8091a2b3c4d59f2c4be1a07d55c3e8' },
      ],
    },
  ],
  results: sampleRun(sampleResults.jackpot, 3),
  resultsHref: '/results/golden-jackpot',
  files: {
    json: '/results/golden-jackpot.json',
    csv: '/results/golden-jackpot.csv',
    rss: '/results/golden-jackpot.rss',
    ics: '/results/golden-jackpot.ics',
  },
  statisticsHref: '/statistics/golden-jackpot',
  play: null,
  returns: [{ label: 'Every line', text: '22.4%. Without the jackpot.' }],
  prizes: [
    {
      title: null,
      rows: [
        { name: 'Jackpot', match: '6 of 6', amount: '₹4,00,00,000', odds: '1 in 1,39,83,816' },
        {
          name: 'Second prize',
          match: '5 of 6 and the bonus ball',
          amount: '₹2,00,000',
          odds: '1 in 23,30,636',
        },
      ],
    },
  ],
};

const games: PageOf<'games'> = {
  kind: 'games',
  intro: intro('games', 'Games'),
  games: Object.values(sampleUpcoming).map((upcoming) => ({
    gameId: upcoming.gameId,
    gameName: upcoming.gameName,
    gameHref: upcoming.gameHref,
    iconName: upcoming.iconName,
    accent: upcoming.accent,
    scheduleText: upcoming.scheduleText,
    description: 'What is drawn, what must match and what can be won, in a sentence.',
    upcoming: upcoming.gameId === 'raffle' ? null : upcoming,
  })),
};

const fairness: PageOf<'fairness'> = {
  kind: 'fairness',
  method: 'golden-lotto/2',
  versions: [
    { label: 'golden-lotto/2, for new draws', href: '/fairness/2', current: true },
    { label: 'golden-lotto/1, for older draws', href: '/fairness/1', current: false },
  ],
  leafFormat: '{receipt number}\n{line number}\n{line}',
  messageFormat: 'golden-lotto/2\n{draw id}\n{root}\n{c}',
  vectors: {
    seed: '9f2c4be1a07d55c3e8b6f1d2a4907c3be5d81f60a2b94c7d3e6f8091a2b3c4d5',
    draws: [{ drawId: 'pick3-1297', parameters: '{"kind":"digits","digits":3}', drawn: '2 7 3' }],
    leaves: ['"GL-0\\n1\\n4,11,23,31,36"'],
    roots: [
      { label: 'Root of 1 line', root: '96e5cbd2d2b2b7d7a5ebf6d395d4c4ac72ae1bec342b3752b7514e1644105795' },
    ],
  },
  returns: [
    {
      gameName: 'Golden Jackpot 6/49',
      gameHref: '/games/golden-jackpot',
      rows: [{ label: 'Every line', text: '22.4%. Without the jackpot.' }],
    },
  ],
};

const statistics: PageOf<'statistics'> = {
  kind: 'statistics',
  game: sampleGames.jackpot,
  games: Object.values(sampleGames).map(({ gameId, gameName }) => ({
    gameId,
    gameName,
    href: `/statistics/${gameId}`,
  })),
  title: 'Statistics of Golden Jackpot 6/49',
  lead: 'Counted over 94 draws, from 2 January 2026 to 18 November 2026.',
  note: null,
  resultsHref: '/results?game=jackpot',
  parts: ['main', 'bonus'].map((id) => ({
    id,
    title: id,
    hint: 'The line marks the average: 11.5 times.',
    charts: [1, 11].map((from) => ({
      title: `${id} from ${from}: how often drawn`,
      rows: Array.from({ length: 10 }, (_, index) => ({
        label: String(from + index),
        text: String(index * 2),
        percent: index * 10,
      })),
    })),
    averagePercent: 57.5,
    caption: `${id}: how often drawn`,
    columns: ['Drawn', 'Times', 'In the last 50 draws', 'Draws ago'],
    rows: [{ label: '1', cells: ['0', '0', 'never'] }],
  })),
};

const winners: PageOf<'winners'> = {
  kind: 'winners',
  isSample: true,
  intro: intro('winners', 'Winners'),
  figures: [
    { text: '₹38.4 Cr', label: 'paid to winners this year' },
    { text: '1,28,410', label: 'winning tickets this month' },
    { text: '62,114', label: 'draws held this year with a commitment from before their sales' },
  ],
  gameName: null,
  gameLinks: [{ label: 'All games', href: '/winners', isCurrent: true }],
  top: sampleWinners,
  recent: sampleWinners.toReversed(),
};

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

const error = (reason: PageOf<'error'>['reason']): PageOf<'error'> => ({ kind: 'error', reason });

export interface SamplePage {
  name: string;
  page: Exclude<Page, { kind: 'home' }>;
}

const developers: PageOf<'developers'> = {
  kind: 'developers',
  files: (['json', 'csv', 'rss', 'ics'] as const).map((ending) => ({
    ending,
    address: `/results/{game}.${ending}`,
    href: `/results/golden-daily.${ending}`,
    fields: [{ label: 'drawId', text: 'Id of the draw.' }],
    example: ending === 'json' ? '{ "version": 1 }' : null,
  })),
  request: 'curl https://{site}/results/golden-daily.json',
  methods: [{ label: 'golden-lotto/2', href: '/fairness/2' }],
  vectorsHref: '/fairness/vectors.json',
  verify: { drawId: 'daily-324', recordHref: '/verify/daily-324.json', pageHref: '/verify/daily-324' },
  commands: 'node verify.mjs https://{site} daily-324',
};

const hash = '9f2c4be1a07d55c3e8b6f1d2a4907c3be5d81f60a2b94c7d3e6f8091a2b3c4d5';
const verify: PageOf<'verify'> = {
  kind: 'verify',
  drawId: 'jackpot-311',
  title: 'Verify: Golden Jackpot 6/49, draw 311',
  lead: 'Your browser repeats this draw.',
  gameName: 'Golden Jackpot 6/49',
  gameResultsHref: '/results?game=jackpot',
  drawText: 'Draw 311',
  drawHref: '/results/golden-jackpot/311',
  recordHref: '/verify/jackpot-311.json',
  commands: ['node verify.mjs https://{site} jackpot-311'],
  siteCommand: 'npm run verify -- jackpot-311 --site https://{site}',
  check: {
    record: { drawId: 'jackpot-311' },
    steps: [
      {
        id: 'commitment',
        title: 'Commitment',
        text: 'The hash of the seed is the commitment.',
        facts: [{ label: 'Seed', text: hash, isData: true, isHash: true }],
        message: null,
        published: hash,
        placeholder: '·'.repeat(64),
      },
      {
        id: 'stream',
        title: 'Random numbers',
        text: 'The first block.',
        facts: [],
        message: `golden-lotto/2\njackpot-311\n${hash}\n0`,
        published: null,
        placeholder: '·'.repeat(64),
      },
    ],
  },
  coming: null,
};

const kenoRun = sampleRun(sampleResults.keno, 50);

/**
 * All kinds of pages except the home page. They have typical or extreme content, for example no content, very long
 * content or invalid input.
 */
export const samplePages: SamplePage[] = [
  { name: 'results', page: results },
  {
    name: 'results of one game, middle page',
    page: {
      ...results,
      filter: { ...filter, game: 'keno' },
      groups: [
        {
          game: sampleGames.keno,
          cards: kenoRun.slice(0, 6),
          sheets: [
            {
              title: '20 November 2026',
              rows: kenoRun.slice(6).map(({ href, drawText, numbers, topPrize }) => ({
                href,
                time: '18:00',
                draw: drawText,
                numbers: numbers.map(({ text }) => text).join(', '),
                prize: topPrize.text,
              })),
            },
          ],
          more: null,
        },
      ],
      nextHref: '/results?game=keno&cursor=20064',
      firstHref: '/results?game=keno',
    },
  },
  { name: 'results without any draw', page: { ...results, groups: [] } },
  {
    name: 'results with invalid filters',
    page: {
      ...results,
      intro: null,
      groups: [],
      filter: {
        ...filter,
        game: 'no-such-game',
        from: '2026-12-31',
        to: '2026-11-01',
        errors: [
          { field: 'game', text: 'There is no such game. Choose one from the list.' },
          { field: 'from', text: 'This day has not come yet. Choose today or an earlier day.' },
          { field: 'to', text: 'The last day lies before the first. Choose a later one.' },
        ],
      },
    },
  },
  { name: 'draw', page: draw },
  {
    name: 'newest Keno draw',
    page: {
      ...draw,
      card: sampleResults.keno,
      prizes: [kenoPrizes.slice(0, 13), kenoPrizes.slice(13)],
      nextHref: null,
    },
  },
  {
    name: 'first raffle draw',
    page: { ...draw, card: sampleResults.raffle, prizes: [rafflePrizes], previousHref: null, facts: [] },
  },
  { name: 'draw of symbols', page: { ...draw, card: sampleResults.symbols } },
  {
    name: 'draw without prizes',
    page: { ...draw, card: sampleResults.jaldi, prizes: [], facts: [], proof: null },
  },
  { name: 'games', page: games },
  { name: 'games page without games', page: { ...games, intro: null, games: [] } },
  { name: 'game', page: game },
  {
    name: 'game without a next draw, results or prizes',
    page: { ...game, upcoming: null, results: [], prizes: [], html: { __html: '' } },
  },
  {
    name: 'game with prizes by spots',
    page: {
      ...game,
      game: { ...jackpotGame, ...sampleGames.keno },
      prizes: [
        { title: '10 numbers played', rows: kenoPrizes.slice(0, 13).map(withOdds('1 in 8,911')) },
        { title: '9 numbers played', rows: kenoPrizes.slice(13).map(withOdds('by tickets sold')) },
      ],
    },
  },
  { name: 'winners', page: winners },
  { name: 'fairness', page: fairness },
  { name: 'developers', page: developers },
  { name: 'verify', page: verify },
  {
    name: 'verify before the draw',
    page: {
      ...verify,
      drawHref: null,
      check: null,
      coming: {
        text: 'This draw takes place on Saturday.',
        facts: [{ label: 'Commitment', text: hash, isHash: true }],
      },
    },
  },
  { name: 'statistics', page: statistics },
  { name: 'statistics before any draw', page: { ...statistics, parts: [] } },
  { name: 'winners before anybody won', page: { ...winners, intro: null, figures: [], top: [], recent: [] } },
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
  {
    name: 'not found',
    page: error('not-found'),
  },
  { name: 'unavailable', page: error('unavailable') },
  { name: 'bad request', page: error('bad-request') },
  { name: 'busy', page: error('busy') },
  { name: 'maintenance', page: error('maintenance') },
];

/** Returns a sample page by name. @throws if there is none */
export function samplePage(name: string): SamplePage['page'] {
  const found = samplePages.find((sample) => sample.name === name);
  if (!found) throw new Error(`There is no sample page "${name}"`);
  return found.page;
}
