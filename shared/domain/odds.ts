import type { BallsKind, ColorKind, DrawKind, RaffleKind, SymbolsKind } from './draw-kinds.ts';

/** The condition under which a ticket line wins a prize tier. */
export type TierRule =
  /** `main` is the number of matched main balls. Without `bonus`, the bonus ball does not matter. */
  | { kind: 'balls'; main: number; bonus?: boolean }
  /** `arrangements` is the number of distinct orders of the line's digits. It is 1 for the play `straight`. */
  | { kind: 'digits'; play: 'straight' | 'box'; arrangements: number }
  | { kind: 'keno'; spots: number; hits: number }
  | { kind: 'raffle'; prizeNo: number }
  /** `places` is the number of symbols that match at their positions. */
  | { kind: 'symbols'; places: number }
  | { kind: 'color'; on: 'number' }
  | { kind: 'color'; on: 'color'; keys: readonly string[] };

/** Returns the binomial coefficient, or 0 if the choice is impossible. It is exact below 2^53. */
export function combinations(from: number, chosen: number): number {
  if (chosen < 0 || chosen > from) return 0;
  let ways = 1;
  for (let step = 1; step <= chosen; step += 1) ways = (ways * (from - chosen + step)) / step;
  return ways;
}

/**
 * Returns the probability that `taken` elements drawn from a pool contain exactly `hits` of its `marked` elements
 * (hypergeometric distribution).
 */
const hypergeometric = (pool: number, marked: number, taken: number, hits: number): number =>
  (combinations(marked, hits) * combinations(pool - marked, taken - hits)) / combinations(pool, taken);

type RuleOn<K extends DrawKind['kind']> = Extract<TierRule, { kind: K }>;

function ballsChance(kind: BallsKind, rule: RuleOn<'balls'>): number {
  const chance = hypergeometric(kind.pool, kind.picks, kind.picks, rule.main);
  if (rule.bonus === undefined) return chance;
  const onBonus = (kind.picks - rule.main) / (kind.pool - kind.picks);
  return chance * (rule.bonus ? onBonus : 1 - onBonus);
}

function raffleChance(kind: RaffleKind, rule: RuleOn<'raffle'>): number {
  const prize = kind.prizes.find(({ prizeNo }) => prizeNo === rule.prizeNo);
  if (!prize) throw new RangeError(`the raffle draws nothing for prize ${rule.prizeNo}`);
  return prize.winners / 10 ** prize.lastDigits / (prize.series ? kind.series.length : 1);
}

function symbolsChance(kind: SymbolsKind, rule: RuleOn<'symbols'>): number {
  const misplaced = (kind.symbols.length - 1) ** (kind.picks - rule.places);
  return (combinations(kind.picks, rule.places) * misplaced) / kind.symbols.length ** kind.picks;
}

function colorChance(kind: ColorKind, rule: RuleOn<'color'>): number {
  if (rule.on === 'number') return 1 / kind.numbers;
  const counts = kind.colors
    .filter(({ key }) => rule.keys.includes(key))
    .map(({ numbers }) => numbers.length);
  const [count = 0] = counts;
  if (counts.length !== rule.keys.length || counts.some((other) => other !== count))
    throw new RangeError('the colours of one tier must exist and be equally likely');
  return count / kind.numbers;
}

/**
 * Returns the probability that a ticket line wins by the rule. The line is assumed to have the play to which the rule
 * applies, for example `straight`. If the rule has several colours, the line is assumed to play one of these colours.
 * @throws RangeError if rule and draw are of different kinds
 */
export function chanceOf(kind: DrawKind, rule: TierRule): number {
  if (kind.kind === 'balls' && rule.kind === 'balls') return ballsChance(kind, rule);
  if (kind.kind === 'digits' && rule.kind === 'digits') return rule.arrangements / 10 ** kind.digits;
  if (kind.kind === 'keno' && rule.kind === 'keno')
    return hypergeometric(kind.pool, kind.drawn, rule.spots, rule.hits);
  if (kind.kind === 'raffle' && rule.kind === 'raffle') return raffleChance(kind, rule);
  if (kind.kind === 'symbols' && rule.kind === 'symbols') return symbolsChance(kind, rule);
  if (kind.kind === 'color' && rule.kind === 'color') return colorChance(kind, rule);
  throw new RangeError(`a rule of ${rule.kind} on a draw of ${kind.kind}`);
}
