import type { DrawnNumber, DrawPrize, Result, ResultCorrection } from '../../shared/contract/results.ts';
import type { Tier } from '../../shared/domain/prize-tiers.ts';
import type { SettledTier } from '../../shared/domain/settlement.ts';
import { clockIn, localTimeIn } from '../../shared/domain/site-time.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { amountText, countText } from './amount-texts.ts';
import type { DrawCorrection } from './tables.ts';

/** The columns of a draw that `resultOf` reads. */
export interface PublishedDraw {
  drawId: string;
  gameId: string;
  drawNumber: number;
  drawAt: Date;
  ticketPriceMinor: number;
  drawn: string[];
  prizes: SettledTier[];
  potMinor: number;
  winnersTotal: number;
  prizesPosted: number;
  postedAt: Date | null;
  paidMinor: number;
  ticketsTotal: number;
  rollsOver: boolean;
  correction: DrawCorrection | null;
}

const partsOfDay = { morning: 'Morning', noon: 'Noon', afternoon: 'Afternoon', evening: 'Evening' } as const;
type Slot = keyof typeof partsOfDay;

/**
 * Returns the part of the day in which a draw takes place, such as `evening`. Returns null for a game that does not
 * have several draws a day at fixed times.
 */
export function slotOf({ schedule }: GameDefinition, drawAt: Date, timeZone: string): Slot | null {
  if (schedule.every !== 'week' || schedule.times.length < 2) return null;
  const clock = clockIn(timeZone, drawAt);
  if (clock < '12:00') return 'morning';
  if (clock < '13:00') return 'noon';
  return clock < '17:00' ? 'afternoon' : 'evening';
}

function nameOfSlot({ name }: GameDefinition, slot: Slot | null): string {
  return slot === null ? name : `${name} · ${partsOfDay[slot]}`;
}

/**
 * Returns the game's name. If the game has several draws a day at fixed times, the time of day follows, for example
 * "Golden Pick 3 · Evening".
 */
export function drawNameOf(game: GameDefinition, drawAt: Date, timeZone: string): string {
  return nameOfSlot(game, slotOf(game, drawAt, timeZone));
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

function suffixOf(number: number): string {
  const rule = ordinals.select(number);
  return rule === 'one' ? 'st' : rule === 'two' ? 'nd' : rule === 'few' ? 'rd' : 'th';
}

/**
 * Ordinal suffixes of the numbers 0 to 100. They are computed once, because a page of results has 2,000 prizes, but
 * only a few dozen different ranks.
 */
const suffixes = Array.from({ length: 101 }, (_, number) => suffixOf(number));

/** Returns the ordinal suffix of a number, for example "st" for 1 and "th" for 11. */
export function ordinalSuffix(number: number): string {
  return suffixes[number] ?? suffixOf(number);
}

function plain(tNumber: string, role: DrawnNumber['role'], colorKey = ''): DrawnNumber {
  return {
    tNumber,
    isImage: false,
    resultUrl: '',
    role,
    colorKey,
  };
}

function ascending(numbers: readonly string[]): string[] {
  return numbers.toSorted((a, b) => Number(a) - Number(b));
}

/**
 * Returns the drawn numbers as a result shows them. For a raffle, only the number of the first prize is shown; for
 * other games, all numbers. Numbers whose order does not matter are sorted. The API call `draws/verify` returns all
 * numbers in draw order instead.
 */
export function drawnNumbersOf({ kind }: GameDefinition, drawn: readonly string[]): DrawnNumber[] {
  switch (kind.kind) {
    case 'balls':
      return [
        ...ascending(drawn.slice(0, kind.picks)).map((number) => plain(number, 'main')),
        ...drawn.slice(kind.picks).map((number) => plain(number, 'bonus')),
      ];
    case 'keno':
      return ascending(drawn).map((number) => plain(number, 'main'));
    case 'symbols':
      return drawn.map((name) => ({
        tNumber: name,
        isImage: true,
        resultUrl: `/symbols/${name}.svg`,
        role: 'main',
        colorKey: '',
      }));
    case 'color': {
      const [number = '', color = ''] = drawn;
      return [plain(number, 'main', color), plain(color, 'color', color)];
    }
    case 'raffle': {
      const [series = '', number = ''] = (drawn[0] ?? '').split(' ');
      return [plain(series, 'series'), plain(number, 'main')];
    }
    default:
      return drawn.map((number) => plain(number, 'main'));
  }
}

/** Returns the colour of the first prize: the drawn colour if the game draws colours, otherwise the game's colour. */
function prizeColorOf(
  { kind, colorCode }: GameDefinition,
  drawn: readonly string[],
): Pick<Result, 'prizeColorCode' | 'colorType'> {
  const color = kind.kind === 'color' ? drawn[1] : undefined;
  return color === undefined
    ? { prizeColorCode: colorCode, colorType: 'game' }
    : { prizeColorCode: color, colorType: 'drawn' };
}

/** Returns the winning numbers that a tier shows. In most games, tiers have no numbers of their own. */
function winningNumbers(
  { kind }: GameDefinition,
  drawn: readonly string[],
  prizeNo: number,
): Pick<DrawPrize, 'betNumber' | 'betSeriesName'> {
  const none = { betNumber: [], betSeriesName: '' };
  if (kind.kind === 'digits') {
    return prizeNo === 1 ? { ...none, betNumber: [{ number: drawn.join(''), colorKey: '' }] } : none;
  }
  if (kind.kind !== 'raffle') return none;
  const index = kind.prizes.findIndex((prize) => prize.prizeNo === prizeNo);
  const first = kind.prizes.slice(0, index).reduce((sum, prize) => sum + prize.winners, 0);
  const tickets = drawn.slice(first, first + (kind.prizes[index]?.winners ?? 0));
  return {
    betNumber: tickets.map((ticket) => ({
      number: ticket.slice(ticket.lastIndexOf(' ') + 1),
      colorKey: '',
    })),
    betSeriesName: kind.prizes[index]?.series ? (tickets[0]?.split(' ')[0] ?? '') : '',
  };
}

/** The winning number of the first prize, as text. */
function winNumberOf({ kind }: GameDefinition, shown: readonly DrawnNumber[]): string {
  return shown
    .filter(({ role }) => role !== 'bonus')
    .map(({ tNumber }) => tNumber)
    .join(kind.kind === 'digits' ? '' : ' ');
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Note of a prize that winners share. The site translates it by the key `prize.{gameId}.{prizeNo}.note`. */
export const sharedNote = 'Shared among its winners';

function prizeOf(game: GameDefinition, draw: PublishedDraw, tier: Tier, settled: SettledTier): DrawPrize {
  return {
    prizeNo: tier.prizeNo,
    prizeSuffix: ordinalSuffix(tier.prizeNo),
    prizeText: tier.prizeText,
    prizeSubText: tier.shared ? sharedNote : '',
    prizeAmount: settled.amountMinor,
    prizeName: tier.prizeName,
    noOfWinner: settled.winners,
    ...winningNumbers(game, draw.drawn, tier.prizeNo),
  };
}

/**
 * Returns how many prizes of a draw are posted to the ledger. If `postedAt` is set, all prizes are posted. The stored
 * number is not used then, because older releases stored only `postedAt`.
 */
export function prizesPostedOf({
  postedAt,
  winnersTotal,
  prizesPosted,
}: Pick<PublishedDraw, 'postedAt' | 'winnersTotal' | 'prizesPosted'>): number {
  return postedAt === null ? prizesPosted : winnersTotal;
}

export function correctionOf(
  game: GameDefinition,
  correction: DrawCorrection | null,
): ResultCorrection | null {
  return correction && { ...correction, numbersBefore: drawnNumbersOf(game, correction.drawnBefore) };
}

/**
 * Maps a published draw to the entity Result (spec §3). Amounts are in minor units, date and time in `timeZone`, texts
 * in English.
 */
export function resultOf(game: GameDefinition, draw: PublishedDraw, timeZone: string): Result {
  const settled = new Map(draw.prizes.map((tier) => [tier.prizeNo, tier]));
  const details = game.tiers.flatMap((tier) => {
    const found = settled.get(tier.prizeNo);
    return found ? [prizeOf(game, draw, tier, found)] : [];
  });
  const [first] = details;
  const tNumbers = drawnNumbersOf(game, draw.drawn);
  const [isoDay = '', clock = ''] = localTimeIn(timeZone, draw.drawAt).split('T');
  const slot = slotOf(game, draw.drawAt, timeZone);
  return {
    drawId: draw.drawId,
    gameId: game.gameId,
    drawNumber: draw.drawNumber,
    drawDate: isoDay.split('-').toReversed().join('/'),
    drawTime: clock,
    drawDay: weekdays[new Date(isoDay).getUTCDay()] ?? '',
    drawName: nameOfSlot(game, slot),
    drawSlot: slot,
    ticketPrice: draw.ticketPriceMinor,
    colorCode: game.colorCode,
    ...prizeColorOf(game, draw.drawn),
    iconName: game.iconName,
    jackpotAmount: game.jackpot ? draw.potMinor : (first?.prizeAmount ?? 0),
    showJackpot: game.jackpot !== null,
    resultType: game.kind.kind === 'symbols' ? 'image' : 'number',
    resultNumber: { tNumbers },
    firstPrizeDetail: {
      prizeName: first?.prizeName ?? '',
      prizeAmount: first?.prizeAmount ?? 0,
      prizeWinNumber: winNumberOf(game, tNumbers),
    },
    drawPrizeDetail: details,
    resultWinners: {
      // The currency is named by its code, because a JSON text with "₹" takes twice as long to write and to encode.
      tableHeader: ['Prize', 'Match', 'Winners', `Prize amount (${game.currencyCode})`],
      tableData: details.map((prize) => [
        prize.prizeName,
        prize.prizeText,
        countText(prize.noOfWinner),
        amountText(prize.prizeAmount),
      ]),
    },
    gameName: game.name,
    gameSlug: game.slug,
    currencyCode: game.currencyCode,
    drawStartDate: draw.drawAt.toISOString(),
    winnersTotal: draw.winnersTotal,
    prizesPosted: prizesPostedOf(draw),
    paidTotal: draw.paidMinor,
    ticketsTotal: draw.ticketsTotal,
    rollsOver: draw.rollsOver,
    correction: correctionOf(game, draw.correction),
  };
}
