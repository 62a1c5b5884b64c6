import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DrawKind, RaffleKind } from './draw-kinds.ts';
import type { DrawMethod } from './draw-methods.ts';

/*
 * The draw function (docs/draw-function.md) computes the numbers from seed, draw id and the digest of the tickets.
 * Every implementation of these steps yields the same numbers.
 *
 * 1. Stream: block c = HMAC-SHA-256(key: the 32 bytes of the seed, message: UTF-8 of
 *    "{method}\n{draw id}\n{tickets' root, hex}\n{c}"), c = 0, 1, 2 … in decimal. Each block is read as
 *    eight unsigned 32-bit numbers, most significant byte first.
 * 2. below(n), for n > 1: read the next number x of the stream. While x >= n * floor(2^32 / n), discard x and read the
 *    next number. The result is x mod n. Discarding makes all results equally likely. below(1) is 0 and reads
 *    nothing from the stream.
 * 3. sample(n, k): take the list 0 … n-1. For i = 0 … k-1, swap entry i with entry i + below(n - i). The result is the
 *    first k entries, in that order.
 * 4. balls: sample(pool, picks + bonus), with 1 added to each entry; the bonus ball is last. keno: sample(pool, drawn),
 *    with 1 added to each entry. digits: below(10) for each place. symbols: symbols[below(count)] for each place.
 *    color: the number below(numbers), then the key of its colour. raffle: see `drawRaffle`.
 *
 * Any change to these steps needs a new method (draw-methods.ts). Never remove an old method, because published draws
 * must remain verifiable.
 */

export interface DrawInput {
  /** The method with which the draw's seed was committed. */
  method: DrawMethod;
  /** The seed: 32 bytes as lower-case hex. */
  seedHex: string;
  drawId: string;
  /** The result of `merkleRoot` for the tickets at the close of sales. */
  ticketsRoot: string;
}

function assertHex32(hex: string, what: string): void {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new RangeError(`${what} must be 64 digits of lower-case hex`);
}

/**
 * Returns the commitment of a draw, which is published before its seed: SHA-256 over the seed's 32 bytes, in hex.
 * @throws RangeError if the seed is not 64 digits of lower-case hex
 */
export function commitmentOf(seedHex: string): string {
  assertHex32(seedHex, 'seed');
  return bytesToHex(sha256(hexToBytes(seedHex)));
}

type Below = (n: number) => number;

function createBelow({ method, seedHex, drawId, ticketsRoot }: DrawInput): Below {
  const key = hexToBytes(seedHex);
  let counter = 0;
  let left = 0;
  let block = new DataView(new ArrayBuffer(0));
  const nextUint32 = (): number => {
    if (left === 0) {
      const message = utf8ToBytes(`${method}\n${drawId}\n${ticketsRoot}\n${counter}`);
      const bytes = hmac(sha256, key, message);
      block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      counter += 1;
      left = 8;
    }
    const number = block.getUint32((8 - left) * 4);
    left -= 1;
    return number;
  };
  return (n) => {
    if (n === 1) return 0;
    const fair = n * Math.floor(2 ** 32 / n);
    let number = nextUint32();
    while (number >= fair) number = nextUint32();
    return number % n;
  };
}

/**
 * Implements sample(n, k), step 3 of the draw function. It stores only the swapped entries, so that a list of a million
 * entries needs little memory.
 */
function sample(below: Below, n: number, k: number): number[] {
  const moved = new Map<number, number>();
  return Array.from({ length: k }, (_, i) => {
    const j = i + below(n - i);
    const taken = moved.get(j) ?? j;
    moved.set(j, moved.get(i) ?? i);
    return taken;
  });
}

/**
 * Draws raffle numbers among all tickets, sold or not, so that the published odds do not depend on sales. Let e be the
 * smallest `lastDigits` of all prizes. `sample(10^e, total number of winners)` returns the endings, in the order of the
 * prizes. No two winning numbers share an ending, so no ticket wins twice. Then, for each number in this order,
 * `below(10^(lastDigits - e))` returns the digits before the ending. If the prize has a series, `series[below(number of
 * series)]` then returns the series.
 */
function drawRaffle(below: Below, kind: RaffleKind): string[] {
  const endingDigits = Math.min(...kind.prizes.map((prize) => prize.lastDigits));
  const total = kind.prizes.reduce((sum, prize) => sum + prize.winners, 0);
  const endings = sample(below, 10 ** endingDigits, total);
  const prizes = kind.prizes.flatMap((prize) => Array.from({ length: prize.winners }, () => prize));
  return prizes.map((prize, index) => {
    const leading = below(10 ** (prize.lastDigits - endingDigits));
    const number = String(leading * 10 ** endingDigits + (endings[index] ?? 0)).padStart(
      prize.lastDigits,
      '0',
    );
    return prize.series ? `${kind.series[below(kind.series.length)]} ${number}` : number;
  });
}

const balls = (indexes: readonly number[]): string[] => indexes.map((index) => String(index + 1));

/**
 * Computes the drawn numbers. It is a pure function: the same input always yields the same numbers.
 * @returns the result in draw order, as strings:
 * - balls and keno: numbers without leading zeros; the bonus ball is last
 * - digits: one digit in each string
 * - symbols: names of symbols
 * - color: the number, then the key of its colour
 * - raffle: all numbers of the first prize, then those of the next one; for example "62D 48215" with a series
 * @throws RangeError if seed or root is not 64 digits of lower-case hex, or if the draw id is empty or contains a line
 * feed
 */
export function draw(kind: DrawKind, input: DrawInput): string[] {
  assertHex32(input.seedHex, 'seed');
  assertHex32(input.ticketsRoot, 'tickets root');
  if (input.drawId === '' || input.drawId.includes('\n'))
    throw new RangeError('draw id is empty or has a line feed');
  const below = createBelow(input);
  const places = (count: number, among: readonly string[]) =>
    Array.from({ length: count }, () => among[below(among.length)] ?? '');
  if (kind.kind === 'balls') return balls(sample(below, kind.pool, kind.picks + kind.bonus));
  if (kind.kind === 'keno') return balls(sample(below, kind.pool, kind.drawn));
  if (kind.kind === 'digits') return places(kind.digits, ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  if (kind.kind === 'symbols') return places(kind.picks, kind.symbols);
  if (kind.kind === 'raffle') return drawRaffle(below, kind);
  const number = below(kind.numbers);
  const color = kind.colors.find(({ numbers }) => numbers.includes(number));
  return color ? [String(number), color.key] : [String(number)];
}
