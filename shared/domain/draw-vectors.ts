import type { DrawKind } from './draw-kinds.ts';
import type { DrawMethod } from './draw-methods.ts';
import type { LeafTicket } from './merkle.ts';
import { dailyRules, jackpotRules, jaldiRules, kenoRules, pick3Rules, symbolsRules } from './prize-tiers.ts';

/*
 * Test vectors of the draw methods, which the site publishes. An independent Python implementation of
 * docs/draw-function.md has computed the vectors.
 */

/** All vectors use this seed. */
export const vectorSeed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

/** The tickets' root of a draw without tickets: SHA-256 of the empty string. */
export const rootOfNoTickets = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** A raffle with fewer prizes than the raffle that the platform sells. */
export const smallRaffle: DrawKind = {
  kind: 'raffle',
  series: ['62A', '62B', '62C', '62D', '62E'],
  numberDigits: 5,
  prizes: [
    { prizeNo: 1, winners: 1, lastDigits: 5, series: true },
    { prizeNo: 2, winners: 2, lastDigits: 5, series: false },
    { prizeNo: 3, winners: 4, lastDigits: 4, series: false },
  ],
};

export interface DrawVector {
  drawId: string;
  kind: DrawKind;
  /** The numbers in draw order, separated by spaces. */
  drawn: Record<DrawMethod, string>;
}

export const drawVectors: readonly DrawVector[] = [
  {
    drawId: 'daily-321',
    kind: dailyRules.kind,
    drawn: { 'golden-lotto/1': '1 30 6 3 23', 'golden-lotto/2': '15 26 27 4 25' },
  },
  {
    drawId: 'jackpot-93',
    kind: jackpotRules.kind,
    drawn: { 'golden-lotto/1': '10 41 26 6 19 42 40', 'golden-lotto/2': '19 4 34 17 25 45 12' },
  },
  {
    drawId: 'pick3-1297',
    kind: pick3Rules.kind,
    drawn: { 'golden-lotto/1': '3 2 7', 'golden-lotto/2': '2 7 3' },
  },
  {
    drawId: 'keno-7800',
    kind: kenoRules.kind,
    drawn: {
      'golden-lotto/1': '56 38 76 7 57 45 69 24 58 44 29 65 40 49 39 77 48 64 18 2',
      'golden-lotto/2': '44 39 60 17 65 78 64 76 4 75 31 77 37 66 3 53 59 18 73 35',
    },
  },
  {
    drawId: 'symbols-31170',
    kind: symbolsRules.kind,
    drawn: { 'golden-lotto/1': 'drum bell crown feather', 'golden-lotto/2': 'drum crown lotus mango' },
  },
  {
    drawId: 'jaldi-93400',
    kind: jaldiRules.kind,
    drawn: { 'golden-lotto/1': '4 red', 'golden-lotto/2': '0 violet' },
  },
  {
    drawId: 'raffle-47',
    kind: smallRaffle,
    drawn: {
      'golden-lotto/1': '62D 18238 62822 51282 4548 7558 8527 6370',
      'golden-lotto/2': '62A 59660 70539 78079 0442 6873 5996 6851',
    },
  },
  // With this pool, `below` discards nearly a third of all 32-bit numbers.
  {
    drawId: 'wide-1',
    kind: { kind: 'balls', pool: 3_000_000_000, picks: 6, bonus: 0 },
    drawn: {
      'golden-lotto/1': '925313188 1614613675 1389983666 648784429 1745352879 2712662244',
      'golden-lotto/2': '2381865514 2583857467 2630121481 1287910357 1499604130 1157405586',
    },
  },
];

/** The ticket lines from which the root vectors are computed. */
export const vectorTickets: readonly LeafTicket[] = Array.from({ length: 13 }, (_, index) => ({
  receiptNumber: `GL-${index}`,
  lineNo: 1 + (index % 3),
  encodedLine: '4,11,23,31,36',
}));

/** The tickets' root of the first `count` lines of `vectorTickets`. */
export const rootVectors: readonly { count: number; root: Record<DrawMethod, string> }[] = [
  {
    count: 0,
    root: {
      'golden-lotto/1': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'golden-lotto/2': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    },
  },
  {
    count: 1,
    root: {
      'golden-lotto/1': '95e71fe576e3b5d20b74c357ad67914ddd1c1b0d4fa150219596dcbc407f6b5e',
      'golden-lotto/2': '96e5cbd2d2b2b7d7a5ebf6d395d4c4ac72ae1bec342b3752b7514e1644105795',
    },
  },
  {
    count: 2,
    root: {
      'golden-lotto/1': '21d8147919dfc952bae74837a45f7a70dbfe44ef0bcc1fbbdb7fb0651b5c7aaa',
      'golden-lotto/2': '9bf0c1e0e6131b3a2090d4fa84e63fd435cd81859957b94b3b24a1635bdb2d67',
    },
  },
  {
    count: 3,
    root: {
      'golden-lotto/1': 'b0bca8e3d6af8f80c58a46a6eff97f9681637f2219616894508f0bbc74555a21',
      'golden-lotto/2': 'ab6e2e755cba11a914e656e979d914b1c374ada774ab8be9ac7036dfc300f430',
    },
  },
  {
    count: 5,
    root: {
      'golden-lotto/1': '3d9a21a6e5b95ef2cac85ae24359aabb6e8d02cdfa4df8b9b90d497f0aed33cd',
      'golden-lotto/2': '19e94569d3c2949ec3a4648c1d6088946358678586f185796b3b4e8e1885e9a1',
    },
  },
  {
    count: 7,
    root: {
      'golden-lotto/1': 'c79715b94d686b227bb9fbd881f8f1df3ebe78d6fbe6ec9d7d2364607b06c967',
      'golden-lotto/2': '0fcc2351597cd16f09196989b5efb7fafa68e09136b327b6b8c24a332b18d2d0',
    },
  },
  {
    count: 8,
    root: {
      'golden-lotto/1': 'c1567dca0a59404c5b12d3ca5be848ad61d55fa93ba7846222d1f23cd410936f',
      'golden-lotto/2': '7660c41af486b8133c02d25c5ba0565a4defe3d356873211271855ff4a404c08',
    },
  },
  {
    count: 13,
    root: {
      'golden-lotto/1': '9d947e081036ba605a7e58055bb9e1d66d0700dcd2bb9c231d6e7deb80b50a17',
      'golden-lotto/2': '0e926860fef0b8932486890658945cf3d6d0b00caad7cce09ccf6023c98bf64d',
    },
  },
];
