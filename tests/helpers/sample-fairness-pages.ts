import { sampleGames } from './sample-cards.ts';
import type { PageOf, SamplePage } from './sample-page-parts.ts';

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

/** Pages that prove and explain draws: fairness, developers, verification and statistics. */
export const fairnessPages: SamplePage[] = [
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
];
