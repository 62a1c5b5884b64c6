import type { DigitsLine, DrawKind, Line, RaffleKind, RaffleLine } from './draw-kinds.ts';

function digitsDrawn({ digits, play }: DigitsLine, drawn: readonly string[]): string[] {
  const chosen = digits.split('');
  if (play === 'straight') return chosen.filter((digit, place) => digit === drawn[place]);
  const left = [...drawn];
  return chosen.filter((digit) => {
    const place = left.indexOf(digit);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

function raffleDrawn(kind: RaffleKind, { series, number }: RaffleLine, drawn: readonly string[]): string[] {
  let first = 0;
  for (const prize of kind.prizes) {
    const digits = number.slice(-prize.lastDigits);
    const wins = drawn.slice(first, first + prize.winners);
    if (wins.includes(prize.series ? `${series} ${digits}` : digits))
      return prize.series ? [series, digits] : [digits];
    first += prize.winners;
  }
  return [];
}

/**
 * Returns the matched part of a ticket line, in the line's order. Numbers match if they were drawn. Digits and symbols
 * match only at their positions, except that digits played `box` match at any position. For a raffle ticket, the
 * matched part is the part that wins a prize. For any other line, the prize tiers decide whether the matched part wins
 * (shared/domain/settlement.ts).
 * @param drawn the result of `draw` for this kind
 * @param line a line of this kind
 */
export function matchesOf(kind: DrawKind, drawn: readonly string[], line: Line): string[] {
  if (Array.isArray(line)) {
    if (kind.kind === 'symbols') return line.map(String).filter((name, place) => name === drawn[place]);
    const balls = new Set(drawn);
    return line.map(String).filter((number) => balls.has(number));
  }
  if ('digits' in line) return digitsDrawn(line, drawn);
  if ('series' in line) return kind.kind === 'raffle' ? raffleDrawn(kind, line, drawn) : [];
  const chosen = 'number' in line ? String(line.number) : line.color;
  return drawn.includes(chosen) ? [chosen] : [];
}
