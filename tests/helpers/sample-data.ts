import type { Game } from '../../shared/contract/games.ts';
import type { Result } from '../../shared/contract/results.ts';
import type { UpcomingDraw } from '../../shared/contract/upcoming-draws.ts';

/** Typical platform answers. Each test changes only the fields that it checks. */
export function sampleResult(changes: Partial<Result> = {}): Result {
  return {
    drawId: 'pick3-1300',
    gameId: 'pick3',
    drawNumber: 1300,
    drawDate: '20/11/2026',
    drawTime: '18:00',
    drawDay: 'Friday',
    drawName: 'Golden Pick 3 · Evening',
    drawSlot: 'evening',
    ticketPrice: 3000,
    colorCode: 'blue',
    prizeColorCode: 'blue',
    colorType: 'game',
    iconName: 'pick3',
    jackpotAmount: 1_500_000,
    showJackpot: false,
    resultType: 'number',
    resultNumber: {
      tNumbers: ['7', '0', '4'].map((tNumber) => ({
        tNumber,
        isImage: false,
        resultUrl: '',
        role: 'main',
        colorKey: '',
      })),
    },
    firstPrizeDetail: { prizeName: 'Straight', prizeAmount: 1_500_000, prizeWinNumber: '704' },
    drawPrizeDetail: [
      {
        prizeNo: 1,
        prizeSuffix: 'st',
        prizeText: 'All three digits in order',
        prizeSubText: '',
        prizeAmount: 1_500_000,
        prizeName: 'Straight',
        noOfWinner: 1,
        betNumber: [],
        betSeriesName: '',
      },
    ],
    resultWinners: { tableHeader: ['Prize'], tableData: [['Straight']] },
    gameName: 'Golden Pick 3',
    gameSlug: 'golden-pick-3',
    currencyCode: 'INR',
    drawStartDate: '2026-11-20T12:30:00.000Z',
    winnersTotal: 1,
    prizesPosted: 1,
    paidTotal: 1_500_000,
    ticketsTotal: 200,
    rollsOver: false,
    correction: null,
    ...changes,
  };
}

export function sampleDraw(changes: Partial<UpcomingDraw> = {}): UpcomingDraw {
  return {
    gameId: 'keno',
    gameName: 'Golden Keno 20/80',
    gameSlug: 'golden-keno',
    iconName: 'keno',
    colorCode: 'red',
    drawId: 'keno-7800',
    drawNumber: 7800,
    drawName: 'Golden Keno 20/80',
    jackpotAmount: 100_000_000,
    ticketPrice: 2000,
    currencyCode: 'INR',
    drawStartDate: '2026-11-21T13:30:00.000Z',
    salesCloseDate: '2026-11-21T13:29:30.000Z',
    commitment: 'a'.repeat(64),
    ...changes,
  };
}

export function sampleGame(changes: Partial<Game> = {}): Game {
  return {
    gameId: 'keno',
    slug: 'golden-keno',
    name: 'Golden Keno 20/80',
    description: 'Pick one to ten spots.',
    iconName: 'keno',
    colorCode: 'red',
    ticketPrice: 2000,
    currencyCode: 'INR',
    schedule: { every: 'minutes', minutes: 60 },
    prizeTiers: [
      {
        prizeNo: 1,
        prizeName: 'First',
        prizeText: '10 of 10',
        prizeAmount: 100_000_000,
        shared: false,
        oddsOneIn: 8_911_711.2,
        rule: { kind: 'keno', spots: 10, hits: 10 },
      },
    ],
    returns: [{ prizeNos: [1], spots: 10, returnPercent: 59.9, withoutPot: false }],
    drawParameters: { kind: 'keno', pool: 80, drawn: 20, spots: { min: 1, max: 10 } },
    maxLinesPerPurchase: 50,
    ...changes,
  };
}
