import type {
  BallsKind,
  ColorKind,
  ColorLine,
  DigitsKind,
  DigitsLine,
  KenoKind,
  RaffleKind,
  RaffleLine,
  SymbolsKind,
} from '../../shared/domain/draw-kinds.ts';

/* Reads drafts of lines. Each part that does not fit the game is dropped. */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the smallest and the largest count of numbers in a complete line. */
export const spotsOf = (kind: BallsKind | KenoKind): { min: number; max: number } =>
  kind.kind === 'keno' ? kind.spots : { min: kind.picks, max: kind.picks };

/** Returns the chosen numbers in ascending order. */
export function chosenNumbers(kind: BallsKind | KenoKind, draft: unknown): number[] {
  const numbers = listOf(draft).filter(
    (number): number is number =>
      typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= kind.pool,
  );
  return [...new Set(numbers)].sort((one, other) => one - other).slice(0, spotsOf(kind).max);
}

/** Returns the digits, with a space for each missing digit, and the type of play. */
export function chosenDigits({ digits: places }: DigitsKind, draft: unknown): DigitsLine {
  const { digits, play } = isRecord(draft) ? draft : {};
  const text = typeof digits === 'string' ? digits.replace(/[^0-9]/g, ' ').slice(0, places) : '';
  return { digits: text.padEnd(places), play: play === 'box' ? 'box' : 'straight' };
}

/** Returns the symbol at each position of a line, with '' for each missing symbol. */
export function chosenSymbols({ symbols, picks }: SymbolsKind, draft: unknown): string[] {
  const given = listOf(draft);
  return Array.from({ length: picks }, (_, place) => {
    const symbol = given[place];
    return typeof symbol === 'string' && symbols.includes(symbol) ? symbol : '';
  });
}

export function chosenTicket(kind: RaffleKind, draft: unknown): RaffleLine | null {
  if (!isRecord(draft)) return null;
  const { series, number } = draft;
  if (typeof series !== 'string' || !kind.series.includes(series) || typeof number !== 'string') return null;
  return number.length === kind.numberDigits && /^\d+$/.test(number) ? { series, number } : null;
}

export function chosenColor(kind: ColorKind, draft: unknown): ColorLine | null {
  if (!isRecord(draft)) return null;
  const { number, color } = draft;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < kind.numbers)
    return { number };
  return typeof color === 'string' && kind.colors.some(({ key }) => key === color) ? { color } : null;
}
