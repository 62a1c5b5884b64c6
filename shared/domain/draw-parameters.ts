import type { DrawKind, RafflePrize } from './draw-kinds.ts';

/**
 * Validates the parameters of a published draw before the browser repeats the draw. The parameters come from the
 * network, and a pool of a billion numbers would block the browser.
 */

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

const isName = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,32}$/.test(value);

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.length <= 100 && value.every(isName);

function readRafflePrize(value: unknown, numberDigits: number): RafflePrize | null {
  if (!isFields(value)) return null;
  const { prizeNo, winners, lastDigits, series } = value;
  if (!isCount(prizeNo, 1, 100) || !isCount(winners, 1, 1000) || !isCount(lastDigits, 1, numberDigits))
    return null;
  return typeof series === 'boolean' ? { prizeNo, winners, lastDigits, series } : null;
}

function readRaffle({ series, numberDigits, prizes }: Fields): DrawKind | null {
  if (!isNames(series) || !isCount(numberDigits, 1, 9)) return null;
  if (!Array.isArray(prizes) || prizes.length === 0 || prizes.length > 60) return null;
  const read = prizes.map((prize) => readRafflePrize(prize, numberDigits)).filter((prize) => prize !== null);
  if (read.length !== prizes.length) return null;
  const total = read.reduce((sum, prize) => sum + prize.winners, 0);
  const endings = 10 ** Math.min(...read.map((prize) => prize.lastDigits));
  return total <= Math.min(endings, 5000) ? { kind: 'raffle', series, numberDigits, prizes: read } : null;
}

function readColor({ numbers, colors }: Fields): DrawKind | null {
  if (!isCount(numbers, 1, 1000) || !Array.isArray(colors)) return null;
  const read = colors.flatMap((color: unknown) => {
    if (!isFields(color) || !isName(color['key']) || !Array.isArray(color['numbers'])) return [];
    const own = color['numbers'].filter((number) => isCount(number, 0, numbers - 1));
    return [{ key: color['key'], numbers: own }];
  });
  const coloured = read.flatMap((color) => color.numbers);
  const eachOnce = coloured.length === numbers && new Set(coloured).size === numbers;
  return eachOnce ? { kind: 'color', numbers, colors: read } : null;
}

function readBalls({ pool, picks, bonus }: Fields): DrawKind | null {
  if (!isCount(pool, 1, 1000) || !isCount(picks, 1, pool)) return null;
  if (bonus !== 0 && bonus !== 1) return null;
  return picks + bonus <= pool ? { kind: 'balls', pool, picks, bonus } : null;
}

function readKeno({ pool, drawn, spots }: Fields): DrawKind | null {
  if (!isCount(pool, 1, 1000) || !isCount(drawn, 1, pool) || !isFields(spots)) return null;
  const { min, max } = spots;
  if (!isCount(min, 1, pool) || !isCount(max, min, pool)) return null;
  return { kind: 'keno', pool, drawn, spots: { min, max } };
}

/**
 * @param value `drawParameters` from the answer of `draws/verify`
 * @returns the kind of draw; null if it is invalid, or too large to repeat
 */
export function readDrawKind(value: unknown): DrawKind | null {
  if (!isFields(value)) return null;
  if (value['kind'] === 'balls') return readBalls(value);
  if (value['kind'] === 'keno') return readKeno(value);
  if (value['kind'] === 'raffle') return readRaffle(value);
  if (value['kind'] === 'color') return readColor(value);
  const { digits, symbols, picks } = value;
  if (value['kind'] === 'digits') return isCount(digits, 1, 32) ? { kind: 'digits', digits } : null;
  if (value['kind'] !== 'symbols' || !isNames(symbols) || !isCount(picks, 1, 32)) return null;
  return { kind: 'symbols', symbols, picks };
}
