import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import { isLine } from '../../../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../../../shared/domain/quick-pick.ts';

/**
 * Returns a random source with predefined values. The values are given as shares of the requested range. For example,
 * if the next share is 0.5 and the range is 10, the source returns 5.
 */
function shares(...given: number[]) {
  let turn = 0;
  return (n: number) => Math.floor((given[turn++ % given.length] ?? 0) * n);
}

describe('quickPick', () => {
  it.each(catalogue.map(({ gameId, kind }) => [gameId, kind] as const))(
    'returns a valid line for %s',
    (_, kind) => {
      for (let step = 0; step < 97; step++) {
        let turn = step;
        const below = (n: number) => Math.floor((((turn++ * 61 + step) % 97) / 97) * n);
        expect(isLine(kind, quickPick(kind, below))).toBe(true);
      }
    },
  );

  it('draws another number if the line already contains the drawn one', () => {
    const kind = { kind: 'balls', pool: 4, picks: 3, bonus: 0 } as const;
    expect(quickPick(kind, shares(0.75, 0.75, 0, 0.5))).toEqual([1, 3, 4]);
  });

  it('can return the lowest and the highest choice', () => {
    const kind = { kind: 'color', numbers: 10, colors: [] } as const;
    expect([quickPick(kind, shares(0)), quickPick(kind, shares(0.999))]).toEqual([
      { number: 0 },
      { number: 9 },
    ]);
  });
});
