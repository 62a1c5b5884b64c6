import type { DrawKind, RaffleKind } from '../../../shared/domain/draw-kinds.ts';

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

function isNumber(text: string, from: number, to: number): boolean {
  return /^(?:0|[1-9]\d{0,5})$/.test(text) && Number(text) >= from && Number(text) <= to;
}

function ballsFault(drawn: readonly string[], count: number, pool: number): string | null {
  return drawn.length === count && areDistinct(drawn) && drawn.every((text) => isNumber(text, 1, pool))
    ? null
    : `${count} different numbers from 1 to ${pool}, without leading zeros`;
}

function raffleFault(kind: RaffleKind, drawn: readonly string[]): string | null {
  const prizes = kind.prizes.flatMap((prize) => Array.from({ length: prize.winners }, () => prize));
  const shortest = Math.min(...kind.prizes.map(({ lastDigits }) => lastDigits));
  const isPlaced = prizes.every(({ lastDigits, series }, index) => {
    const [digits = '', name, ...rest] = (drawn[index] ?? '').split(' ').toReversed();
    const isNamed = series ? name !== undefined && kind.series.includes(name) : name === undefined;
    return rest.length === 0 && isNamed && digits.length === lastDigits && /^\d+$/.test(digits);
  });
  // If two winning numbers had the same last digits, one ticket could win with both numbers.
  const isOnce = areDistinct(drawn.map((text) => text.slice(-shortest)));
  return drawn.length === prizes.length && isPlaced && isOnce
    ? null
    : `${prizes.length} winning numbers, prize after prize, no two with the same last ${shortest} digits; with the series where the prize has one`;
}

/**
 * Checks that the function `draw` (shared/domain/draw-function.ts) could have drawn these numbers.
 * @returns null for possible numbers, otherwise a description of valid numbers
 */
export function drawnFault(kind: DrawKind, drawn: readonly string[]): string | null {
  switch (kind.kind) {
    case 'balls':
      return ballsFault(drawn, kind.picks + kind.bonus, kind.pool);
    case 'keno':
      return ballsFault(drawn, kind.drawn, kind.pool);
    case 'digits':
      return drawn.length === kind.digits && drawn.every((text) => /^\d$/.test(text))
        ? null
        : `${kind.digits} separate digits`;
    case 'symbols':
      return drawn.length === kind.picks && drawn.every((name) => kind.symbols.includes(name))
        ? null
        : `${kind.picks} of ${kind.symbols.join(', ')}`;
    case 'color': {
      const [number = '', key] = drawn;
      const color = kind.colors.find(({ numbers }) => numbers.includes(Number(number)));
      const isWhole = isNumber(number, 0, kind.numbers - 1) && key === color?.key;
      return isWhole && drawn.length === (color ? 2 : 1)
        ? null
        : `a number from 0 to ${kind.numbers - 1}, then its colour`;
    }
    default:
      return raffleFault(kind, drawn);
  }
}
