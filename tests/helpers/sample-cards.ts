import type { DrawnMark, GameMark, ResultCard, UpcomingCard } from '../../shared/pages/cards.ts';
import type { WinnerRow } from '../../shared/pages/winners.ts';

const game = (gameId: string, gameName: string, slug: string, accent: GameMark['accent']): GameMark => ({
  gameId,
  gameName,
  gameHref: `/games/${slug}`,
  iconName: gameId,
  accent,
});

/** The seven games, in the order of the result types 1 to 7. */
export const sampleGames = {
  daily: game('daily', 'Golden Daily 5/36', 'golden-daily', 'blue'),
  pick3: game('pick3', 'Golden Pick 3', 'golden-pick-3', 'amber'),
  jackpot: game('jackpot', 'Golden Jackpot 6/49', 'golden-jackpot', 'gold'),
  keno: game('keno', 'Golden Keno 20/80', 'golden-keno', 'red'),
  raffle: game('raffle', 'Golden Raffle', 'golden-raffle', 'violet'),
  symbols: game('symbols', 'Lucky Symbols', 'lucky-symbols', 'teal'),
  jaldi: game('jaldi', 'Golden Jaldi', 'golden-jaldi', 'green'),
};

export const sampleMark = (text: string, more: Partial<DrawnMark> = {}): DrawnMark => ({
  text,
  role: 'main',
  colorKey: '',
  image: null,
  ...more,
});

const marks = (texts: string): DrawnMark[] => texts.split(' ').map((text) => sampleMark(text));

const card = (
  mark: GameMark,
  type: ResultCard['type'],
  drawNumber: number,
  numbers: DrawnMark[],
  more: Partial<ResultCard> = {},
): ResultCard => {
  const slug = mark.gameHref.replace('/games/', '');
  return {
    ...mark,
    type,
    drawId: `${mark.gameId}-${drawNumber}`,
    drawNumber,
    title: mark.gameName,
    drawText: `Draw ${drawNumber.toLocaleString('en-IN')}`,
    drawnAt: '2026-11-20T14:30:00.000Z',
    dateText: '20 Nov 2026 · 20:00',
    href: `/results/${slug}/${drawNumber}`,
    numbers,
    topPrize: { label: 'First prize', text: '₹15,000' },
    winnersText: '1 first-prize winner · 212 prizes in all',
    rollsOver: false,
    announcement: `New result. ${mark.gameName}, draw ${drawNumber}: ${numbers.map(({ text }) => text).join(', ')}.`,
    fileName: `${slug}_2026-11-20_20-00.png`,
    revision: 0,
    correction: null,
    ...more,
  };
};

export const sampleResults = {
  daily: card(sampleGames.daily, 1, 1284, marks('04 11 23 31 36')),
  pick3: card(sampleGames.pick3, 2, 8841, marks('7 0 4'), { title: 'Golden Pick 3 · Evening' }),
  jackpot: card(
    sampleGames.jackpot,
    3,
    311,
    [...marks('04 11 23 31 38 45'), sampleMark('09', { role: 'bonus' })],
    {
      dateText: '20 November 2026',
      topPrize: { label: 'Jackpot', text: '₹4,25,00,000' },
      winnersText: 'No winners',
      rollsOver: true,
    },
  ),
  keno: card(
    sampleGames.keno,
    4,
    20114,
    marks('03 08 14 17 22 26 29 33 38 41 44 47 52 55 59 61 66 70 73 79'),
    {
      topPrize: { label: 'First prize', text: '₹10,00,000' },
      winnersText: '0 first-prize winners · 1,904 prizes in all',
    },
  ),
  raffle: card(sampleGames.raffle, 5, 47, [sampleMark('62D', { role: 'series' }), sampleMark('48215')], {
    title: 'Golden Raffle · Saturday',
    topPrize: { label: 'First prize', text: '₹1,00,00,000' },
    winnersText: '1 first-prize winner · 1 prize in all',
  }),
  symbols: card(
    sampleGames.symbols,
    6,
    2871,
    ['lotus', 'crown', 'kite'].map((name) => sampleMark(name, { image: `/symbols/${name}.svg` })),
  ),
  jaldi: card(
    sampleGames.jaldi,
    7,
    8640,
    [sampleMark('5'), sampleMark('green', { role: 'color', colorKey: 'green' })],
    { topPrize: { label: 'First prize', text: '₹5,000' } },
  ),
} satisfies Record<keyof typeof sampleGames, ResultCard>;

/** Returns `count` consecutive results of the game of `newest`, newest first. */
export const sampleRun = (newest: ResultCard, count: number): ResultCard[] =>
  Array.from({ length: count }, (_, index) => {
    const drawNumber = newest.drawNumber - index;
    return {
      ...newest,
      drawNumber,
      drawId: `${newest.gameId}-${drawNumber}`,
      drawText: `Draw ${drawNumber.toLocaleString('en-IN')}`,
      href: newest.href.replace(String(newest.drawNumber), String(drawNumber)),
    };
  });

const upcoming = (mark: GameMark, drawNumber: number, more: Partial<UpcomingCard>): UpcomingCard => ({
  ...mark,
  drawId: `${mark.gameId}-${drawNumber}`,
  drawNumber,
  drawText: `Draw ${drawNumber.toLocaleString('en-IN')}`,
  startsAt: '2026-11-21T15:00:00.000Z',
  startsText: 'Sat 21 Nov · 20:30 IST',
  scheduleText: 'Daily at 20:30 · ₹20',
  jackpotText: '₹10,00,000',
  jackpotLabel: 'Top prize',
  ...more,
});

export const sampleUpcoming = {
  daily: upcoming(sampleGames.daily, 1285, {}),
  pick3: upcoming(sampleGames.pick3, 8842, {
    scheduleText: '4 times a day · ₹30',
    jackpotText: '₹15,000',
  }),
  jackpot: upcoming(sampleGames.jackpot, 312, {
    scheduleText: 'Wednesday and Saturday at 20:30 · ₹50',
    jackpotText: '₹4,25,00,000',
    jackpotLabel: 'Jackpot',
  }),
  keno: upcoming(sampleGames.keno, 20115, { scheduleText: 'Hourly · ₹20' }),
  raffle: upcoming(sampleGames.raffle, 48, {
    scheduleText: 'Saturday at 16:00 · ₹100',
    jackpotText: '₹1,00,00,000',
  }),
  symbols: upcoming(sampleGames.symbols, 2872, {
    scheduleText: 'Every 15 minutes · ₹10',
    jackpotText: '₹50,000',
  }),
  jaldi: upcoming(sampleGames.jaldi, 8641, {
    scheduleText: 'Every 5 minutes · ₹11',
    jackpotText: '₹5,000',
  }),
} satisfies Record<keyof typeof sampleGames, UpcomingCard>;

const win = (result: ResultCard, alias: string, prizeName: string, prizeText: string): WinnerRow => ({
  gameId: result.gameId,
  gameName: result.gameName,
  gameHref: result.gameHref,
  iconName: result.iconName,
  accent: result.accent,
  alias,
  prizeName,
  prizeText,
  dateText: '20 Nov 2026',
  drawnAt: result.drawnAt,
  drawText: result.drawText,
  drawHref: result.href,
});

export const sampleWinners: WinnerRow[] = [
  win(sampleResults.raffle, 'A•••a P.', 'First prize', '₹1,00,00,000'),
  win(sampleResults.keno, 'R•••l S.', '10 of 10', '₹10,00,000'),
  win(sampleResults.jackpot, 'M•••i K.', 'Match 5 and the bonus ball', '₹2,14,500'),
  win(sampleResults.pick3, 'J•••n D.', 'Straight', '₹15,000'),
  win(sampleResults.jaldi, 'S•••a V.', 'Number and colour', '₹5,000'),
];
