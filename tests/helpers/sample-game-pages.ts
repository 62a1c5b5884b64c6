import type { ResultsFilter } from '../../shared/pages/results.ts';
import { sampleGames, sampleResults, sampleRun, sampleUpcoming, sampleWinners } from './sample-cards.ts';
import { sampleRulesHtml } from './sample-html.ts';
import { intro, type PageOf, type SamplePage } from './sample-page-parts.ts';
import { jackpotPrizes, kenoPrizes, rafflePrizes, withOdds } from './sample-prizes.ts';

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

const kenoRun = sampleRun(sampleResults.keno, 50);

/** Pages of results, draws, games and winners. */
export const gamePages: SamplePage[] = [
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
  { name: 'winners before anybody won', page: { ...winners, intro: null, figures: [], top: [], recent: [] } },
];
