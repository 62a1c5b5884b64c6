import type { DrawKind } from './draw-kinds.ts';

/** What a line must do to win a prize tier; the tier of a line is decided by nothing else. */
export type TierRule =
  /** So many of the main balls, with the bonus ball, without it, or either way where `bonus` is missing. */
  | { kind: 'balls'; main: number; bonus?: boolean }
  /** `arrangements`: in how many different orders the line's digits can be written; 1 is a straight line. */
  | { kind: 'digits'; play: 'straight' | 'box'; arrangements: number }
  | { kind: 'keno'; spots: number; hits: number }
  | { kind: 'raffle'; prizeNo: number }
  /** So many symbols in their places. */
  | { kind: 'symbols'; places: number }
  | { kind: 'color'; on: 'number' }
  | { kind: 'color'; on: 'color'; keys: readonly string[] };

/** How many ways there are to choose `chosen` of `from`; 0 where there is none. Exact below 2^53. */
export function combinations(from: number, chosen: number): number {
  if (chosen < 0 || chosen > from) return 0;
  let ways = 1;
  for (let step = 1; step <= chosen; step += 1) ways = (ways * (from - chosen + step)) / step;
  return ways;
}

/** The chance that of `marked` among `pool` exactly `hits` are found in `taken` ones drawn. */
const hypergeometric = (pool: number, marked: number, taken: number, hits: number): number =>
  (combinations(marked, hits) * combinations(pool - marked, taken - hits)) / combinations(pool, taken);

const mismatch = (kind: DrawKind, rule: TierRule): RangeError =>
  new RangeError(`a rule of ${rule.kind} on a draw of ${kind.kind}`);

/**
 * The chance, from 0 to 1, that one line of the play that the rule is for wins by it; for a colour tier of
 * several colours, that of the first (they must be equally likely to stand in one tier).
 * @throws RangeError where the rule is of another kind than the draw
 */
export function chanceOf(kind: DrawKind, rule: TierRule): number {
  switch (rule.kind) {
    case 'balls': {
      if (kind.kind !== 'balls') throw mismatch(kind, rule);
      const chance = hypergeometric(kind.pool, kind.picks, kind.picks, rule.main);
      if (rule.bonus === undefined) return chance;
      const onBonus = (kind.picks - rule.main) / (kind.pool - kind.picks);
      return chance * (rule.bonus ? onBonus : 1 - onBonus);
    }
    case 'digits':
      if (kind.kind !== 'digits') throw mismatch(kind, rule);
      return rule.arrangements / 10 ** kind.digits;
    case 'keno':
      if (kind.kind !== 'keno') throw mismatch(kind, rule);
      return hypergeometric(kind.pool, kind.drawn, rule.spots, rule.hits);
    case 'raffle': {
      const prize = kind.kind === 'raffle' && kind.prizes.find(({ prizeNo }) => prizeNo === rule.prizeNo);
      if (!prize) throw mismatch(kind, rule);
      return prize.winners / 10 ** prize.lastDigits / (prize.series ? kind.series.length : 1);
    }
    case 'symbols': {
      if (kind.kind !== 'symbols') throw mismatch(kind, rule);
      const other = kind.symbols.length - 1;
      const ways = combinations(kind.picks, rule.places) * other ** (kind.picks - rule.places);
      return ways / kind.symbols.length ** kind.picks;
    }
    case 'color': {
      if (kind.kind !== 'color') throw mismatch(kind, rule);
      if (rule.on === 'number') return 1 / kind.numbers;
      const color = kind.colors.find(({ key }) => key === rule.keys[0]);
      return (color?.numbers.length ?? 0) / kind.numbers;
    }
  }
}
