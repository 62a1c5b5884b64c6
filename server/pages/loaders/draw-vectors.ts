import type { DrawKind } from '../../../shared/domain/draw-kinds.ts';
import { type DrawMethod, drawMethods } from '../../../shared/domain/draw-methods.ts';
import {
  drawVectors,
  rootOfNoTickets,
  rootVectors,
  vectorSeed,
  vectorTickets,
} from '../../../shared/domain/draw-vectors.ts';
import { leafData } from '../../../shared/domain/merkle.ts';
import type { FileLoader } from '../loader.ts';

/** Splits the text of a test vector into numbers. A raffle number may begin with a series, for example "62D 48215". */
function numbersOf(kind: DrawKind, text: string): string[] {
  if (kind.kind !== 'raffle') return text.split(' ');
  const numbers = new RegExp(`(?:(?:${kind.series.join('|')}) )?\\S+`, 'g');
  return text.match(numbers) ?? [];
}

const byMethod = <Value>(valueOf: (method: DrawMethod) => Value): Record<string, Value> =>
  Object.fromEntries(drawMethods.map((method) => [method, valueOf(method)]));

/** Loads `/fairness/vectors.json`: the test vectors of all draw methods, for programs. */
export const loadDrawVectors: FileLoader = async () => {
  const vectors = {
    version: 1,
    methods: drawMethods,
    seed: vectorSeed,
    ticketsRoot: rootOfNoTickets,
    draws: drawVectors.map(({ drawId, kind, drawn }) => ({
      drawId,
      drawParameters: kind,
      drawn: byMethod((method) => numbersOf(kind, drawn[method])),
    })),
    leaves: byMethod((method) => vectorTickets.map((ticket) => leafData(method, ticket))),
    roots: rootVectors.map(({ count, root }) => ({ leaves: count, root })),
  };
  return { contentType: 'application/json; charset=utf-8', text: `${JSON.stringify(vectors, null, 1)}\n` };
};
