import type { Teaser } from '../../shared/pages/content.ts';
import type { HomePage } from '../../shared/pages/home.ts';
import { sampleResults, sampleUpcoming, sampleWinners } from './sample-cards.ts';

const teasers = (group: string, pictures: string[]): Teaser[] =>
  pictures.map((picture, index) => ({
    title: `About ${picture}`,
    text: 'What it is about, in one or two sentences that make the choice easy.',
    href: `/${group}/about-${picture}`,
    picture,
    pictureSet: null,
    dateText: index === 0 ? '20 November 2026' : null,
    date: index === 0 ? '2026-11-20' : null,
    offer: group === 'promotions' ? { value: '₹50 bonus', endsText: 'Until 31 January 2027' } : null,
  }));

const block = (slug: string, title: string) => ({
  slug,
  title,
  html: {
    __html: '<ol><li><strong>First.</strong> See the <a href="/games">games</a>.</li><li>Then.</li></ol>',
  },
});

/** A home page with all its sections. */
export const sampleHome: HomePage = {
  kind: 'home',
  hero: {
    upcoming: sampleUpcoming.jackpot,
    title: sampleUpcoming.jackpot.jackpotText,
    text: 'The seed of a draw is sealed first, then its sales open.',
    latest: {
      card: sampleResults.jackpot,
      rows: [
        { label: 'Jackpot', text: 'None, it rolls over' },
        { label: 'Prizes in all', text: '18,402' },
      ],
    },
  },
  upcoming: Object.values(sampleUpcoming),
  results: Object.values(sampleResults),
  winners: sampleWinners,
  isSample: false,
  figures: [
    { text: '₹38.4 Cr', label: 'paid to winners this year' },
    { text: '62,114', label: 'draws held' },
  ],
  promotions: teasers('promotions', ['gift', 'handshake', 'trophy']),
  blogs: teasers('blogs', ['balls', 'chart', 'heart']),
  blocks: [
    block('how-it-works', 'How it works'),
    block('fair-draws', 'Draws that you can repeat'),
    block('a-block-of-the-operator', 'Another block'),
  ],
};

/** The home page for a new platform and an empty content host. */
export const emptyHome: HomePage = {
  kind: 'home',
  hero: null,
  upcoming: [],
  results: [],
  winners: [],
  isSample: false,
  figures: [],
  promotions: [],
  blogs: [],
  blocks: [],
};

export const sampleHomes: { name: string; page: HomePage }[] = [
  { name: 'home', page: sampleHome },
  { name: 'home before anything has happened', page: emptyHome },
  {
    name: 'home before the first result of the hero game',
    page: { ...sampleHome, hero: sampleHome.hero && { ...sampleHome.hero, latest: null, text: '' } },
  },
];
