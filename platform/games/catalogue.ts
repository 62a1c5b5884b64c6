import type { Schedule } from '../../shared/contract/games.ts';
import {
  dailyRules,
  type GameRules,
  jackpotRules,
  jaldiRules,
  kenoRules,
  pick3Rules,
  raffleRules,
  symbolsRules,
} from '../../shared/domain/prize-tiers.ts';
import type { JackpotRule } from '../../shared/domain/settlement.ts';

/** Definition of a game. Amounts are in minor units, here paise. */
export interface GameDefinition extends GameRules {
  gameId: string;
  slug: string;
  name: string;
  description: string;
  iconName: string;
  /** Name of an accent colour of the design, not a CSS colour. */
  colorCode: 'amber' | 'blue' | 'gold' | 'red' | 'violet' | 'teal' | 'green';
  /** Price of one line. */
  ticketPriceMinor: number;
  currencyCode: 'INR';
  /** The times of the draws, in the site's time zone. */
  schedule: Schedule;
  /**
   * Sales open this long before the draw. This is long enough for players to buy tickets for the next ten draws. The
   * draw's seed is committed before sales open.
   */
  salesOpenSeconds: number;
  /** Sales close this long before the draw. */
  salesCloseSeconds: number;
  /** Average number of tickets that seeded (simulated) players buy for a draw. */
  ticketsPerDraw: number;
  /** The rule by which the pot of the first prize grows. Null if the first prize does not roll over. */
  jackpot: JackpotRule | null;
}

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const wednesday = 3;
const saturday = 6;

/** The seven games, in the order of the result types 1 to 7 (spec §3, §9). */
export const catalogue: readonly GameDefinition[] = [
  {
    ...dailyRules,
    gameId: 'daily',
    slug: 'golden-daily',
    name: 'Golden Daily 5/36',
    description: 'Choose 5 of 36 numbers. One draw every evening, and two right numbers already win.',
    iconName: 'daily',
    colorCode: 'amber',
    ticketPriceMinor: 2000,
    currencyCode: 'INR',
    schedule: { every: 'week', weekdays: everyDay, times: ['19:00'] },
    salesOpenSeconds: 10 * days,
    salesCloseSeconds: 15 * minutes,
    ticketsPerDraw: 600,
    jackpot: null,
  },
  {
    ...pick3Rules,
    gameId: 'pick3',
    slug: 'golden-pick-3',
    name: 'Golden Pick 3',
    description: 'Three digits, four draws a day. Play them straight, in order, or boxed, in any order.',
    iconName: 'pick3',
    colorCode: 'blue',
    ticketPriceMinor: 2000,
    currencyCode: 'INR',
    schedule: { every: 'week', weekdays: everyDay, times: ['09:00', '12:00', '15:00', '18:00'] },
    salesOpenSeconds: 66 * hours,
    salesCloseSeconds: 5 * minutes,
    ticketsPerDraw: 150,
    jackpot: null,
  },
  {
    ...jackpotRules,
    gameId: 'jackpot',
    slug: 'golden-jackpot',
    name: 'Golden Jackpot 6/49',
    description: 'Choose 6 of 49 numbers. The jackpot starts at ₹4 crore and rolls over until it is won.',
    iconName: 'jackpot',
    colorCode: 'gold',
    ticketPriceMinor: 5000,
    currencyCode: 'INR',
    schedule: { every: 'week', weekdays: [wednesday, saturday], times: ['20:30'] },
    salesOpenSeconds: 35 * days,
    salesCloseSeconds: 30 * minutes,
    ticketsPerDraw: 2500,
    jackpot: { startMinor: jackpotRules.tiers[0]?.prizeAmount ?? 0, sharePermille: 300 },
  },
  {
    ...kenoRules,
    gameId: 'keno',
    slug: 'golden-keno',
    name: 'Golden Keno 20/80',
    description:
      'Choose 1 to 10 numbers; 20 of 80 are drawn every hour. The prize depends on spots and hits.',
    iconName: 'keno',
    colorCode: 'red',
    ticketPriceMinor: 2000,
    currencyCode: 'INR',
    schedule: { every: 'minutes', minutes: 60 },
    salesOpenSeconds: 10 * hours,
    salesCloseSeconds: 2 * minutes,
    ticketsPerDraw: 40,
    jackpot: null,
  },
  {
    ...raffleRules,
    gameId: 'raffle',
    slug: 'golden-raffle',
    name: 'Golden Raffle',
    description:
      'A series and a five-digit number of your own. Five prizes and 141 numbers, drawn every Saturday.',
    iconName: 'raffle',
    colorCode: 'violet',
    ticketPriceMinor: 10_000,
    currencyCode: 'INR',
    schedule: { every: 'week', weekdays: [saturday], times: ['16:00'] },
    salesOpenSeconds: 70 * days,
    salesCloseSeconds: hours,
    ticketsPerDraw: 2500,
    jackpot: null,
  },
  {
    ...symbolsRules,
    gameId: 'symbols',
    slug: 'lucky-symbols',
    name: 'Lucky Symbols',
    description: 'Four places, nine symbols. Get two or more in the right place; a draw every 15 minutes.',
    iconName: 'symbols',
    colorCode: 'teal',
    ticketPriceMinor: 1000,
    currencyCode: 'INR',
    schedule: { every: 'minutes', minutes: 15 },
    salesOpenSeconds: 150 * minutes,
    salesCloseSeconds: minutes,
    ticketsPerDraw: 12,
    jackpot: null,
  },
  {
    ...jaldiRules,
    gameId: 'jaldi',
    slug: 'golden-jaldi',
    name: 'Golden Jaldi',
    description:
      'One number from 0 to 9 and its colour, every five minutes. Play the number or the colour for ₹11.',
    iconName: 'jaldi',
    colorCode: 'green',
    ticketPriceMinor: 1100,
    currencyCode: 'INR',
    schedule: { every: 'minutes', minutes: 5 },
    salesOpenSeconds: 50 * minutes,
    salesCloseSeconds: 20,
    ticketsPerDraw: 8,
    jackpot: null,
  },
];
