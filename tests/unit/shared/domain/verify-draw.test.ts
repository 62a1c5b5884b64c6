import { describe, expect, it } from 'vitest';
import { commitmentOf, draw } from '../../../../shared/domain/draw-function.ts';
import { isPublished, type PublishedRecord, readDrawRecord } from '../../../../shared/domain/draw-record.ts';
import { drawVectors, rootOfNoTickets, vectorSeed } from '../../../../shared/domain/draw-vectors.ts';
import { jackpotRules, raffleRules } from '../../../../shared/domain/prize-tiers.ts';
import { verdictOf, verifySteps } from '../../../../shared/domain/verify-draw.ts';

const otherHash = 'ab'.repeat(32);

function published(value: unknown): PublishedRecord {
  const record = readDrawRecord(value);
  if (!record || !isPublished(record)) throw new Error('the record is not published');
  return record;
}

/** Returns the record of a draw of six balls and a bonus ball, for which tickets were sold. */
function recordWith(change: Record<string, unknown> = {}): PublishedRecord {
  const drawn = draw(jackpotRules.kind, {
    method: 'golden-lotto/2',
    seedHex: vectorSeed,
    drawId: 'jackpot-93',
    ticketsRoot: otherHash,
  });
  const sorted = drawn.slice(0, 6).toSorted((one, other) => Number(one) - Number(other));
  return published({
    drawId: 'jackpot-93',
    gameName: 'Golden Jackpot 6/49',
    drawStartDate: '2026-11-21T15:00:00.000Z',
    drawFunction: 'golden-lotto/2',
    drawParameters: { ...jackpotRules.kind },
    commitment: commitmentOf(vectorSeed),
    committedAt: '2026-11-18T15:00:00.000Z',
    openedAt: '2026-11-18T15:00:05.000Z',
    closedAt: '2026-11-21T14:45:00.000Z',
    publishedAt: '2026-11-21T15:00:02.000Z',
    seed: vectorSeed,
    ticketsRoot: otherHash,
    ticketsTotal: 18_402,
    drawn,
    shownNumbers: [...sorted, ...drawn.slice(6)],
    correction: null,
    ...change,
  });
}

/** Returns the steps that did not pass, with their status. */
function problems(record: PublishedRecord): Record<string, string> {
  return Object.fromEntries(
    [...verifySteps(record)].flatMap(({ id, status }) => (status === 'passed' ? [] : [[id, status]])),
  );
}

const verdict = (record: PublishedRecord) => verdictOf([...verifySteps(record)]);
const honest = recordWith();
const [first = '', ...others] = honest.drawn;

describe('verifySteps', () => {
  it('confirms an honest draw record in seven steps', () => {
    const steps = [...verifySteps(honest)];
    expect(steps.map(({ id }) => id)).toEqual([
      'method',
      'commitment',
      'times',
      'root',
      'stream',
      'numbers',
      'result',
    ]);
    expect(problems(honest)).toEqual({});
    expect(verdictOf(steps)).toBe('verified');
    expect(steps[1]).toMatchObject({ computed: honest.commitment, published: honest.commitment });
    expect(steps[5]?.computed).toBe(honest.drawn.join(', '));
  });

  it.each([
    ['an unknown method', { drawFunction: 'golden-lotto/9' }, ['method', 'stream', 'numbers']],
    [
      'unreadable parameters',
      { drawParameters: { kind: 'dice' } },
      ['method', 'stream', 'numbers', 'result'],
    ],
    ['another pool of balls', { drawParameters: { ...jackpotRules.kind, pool: 48 } }, ['numbers']],
    ['another commitment', { commitment: otherHash }, ['commitment']],
    ['another seed', { seed: otherHash }, ['commitment', 'numbers']],
    ['a malformed seed', { seed: 'AB' }, ['commitment', 'stream', 'numbers']],
    ['a commitment made after sales opened', { committedAt: '2026-11-19T15:00:00.000Z' }, ['times']],
    ['a close after the publication', { closedAt: '2026-11-21T15:00:03.000Z' }, ['times']],
    ['no close of sales', { closedAt: null }, ['times']],
    ['another root', { ticketsRoot: 'cd'.repeat(32) }, ['numbers']],
    ['a malformed root', { ticketsRoot: 'cd' }, ['root', 'stream', 'numbers']],
    ['no root', { ticketsRoot: null }, ['root', 'stream', 'numbers']],
    ['a ticket root without tickets', { ticketsTotal: 0 }, ['root']],
    ['a negative number of tickets', { ticketsTotal: -1 }, ['root']],
    ['the id of another draw', { drawId: 'jackpot-94' }, ['numbers']],
    ['an id with a line feed', { drawId: 'jackpot-93\n0' }, ['stream', 'numbers']],
    ['another drawn number', { drawn: ['49', ...others] }, ['numbers', 'result']],
    ['other numbers on the results page', { shownNumbers: ['49', ...others] }, ['result']],
  ])('fails only the affected steps for %s', (_, change, steps) => {
    expect(Object.keys(problems(recordWith(change)))).toEqual(steps);
    expect(verdict(recordWith(change))).toBe('failed');
  });

  it.each([
    ['sales that never opened', { openedAt: null }],
    ['sales that opened at the time of the commitment', { openedAt: '2026-11-18T15:00:00.000Z' }],
  ])('leaves the time of the commitment unproven for %s', (_, change) => {
    expect(problems(recordWith(change))).toEqual({ times: 'unproven' });
    expect(verdict(recordWith(change))).toBe('verified');
  });

  it('confirms the root of a draw without tickets', () => {
    const { drawId, kind, drawn } = drawVectors[0] ?? { drawId: '', kind: null, drawn: null };
    const vector = {
      drawId,
      drawParameters: kind,
      drawn: drawn?.['golden-lotto/2'].split(' '),
      ticketsRoot: rootOfNoTickets,
      ticketsTotal: 0,
      shownNumbers: null,
    };
    expect(problems(recordWith(vector))).toEqual({});
    expect(verdict(recordWith(vector))).toBe('verified');
  });

  it('compares the drawn first prize of a raffle with the number that the result shows', () => {
    const drawn = draw(raffleRules.kind, {
      method: 'golden-lotto/2',
      seedHex: vectorSeed,
      drawId: 'raffle-47',
      ticketsRoot: otherHash,
    });
    const raffle = { drawId: 'raffle-47', drawParameters: { ...raffleRules.kind }, drawn };
    const shownNumbers = (drawn[0] ?? '').split(' ');
    expect(problems(recordWith({ ...raffle, shownNumbers }))).toEqual({});
    expect(problems(recordWith({ ...raffle, shownNumbers: ['62A', '00000'] }))).toEqual({ result: 'failed' });
  });
});

describe('a corrected draw', () => {
  const correction = {
    kind: 'corrected',
    at: '2026-11-21T16:00:00.000Z',
    reason: 'Wrongly read.',
    drawnBefore: honest.drawn,
  };
  const replaced = { drawn: [...others, first], shownNumbers: null };

  it('gets the verdict `corrected` if the originally published numbers follow from the seed', () => {
    const record = recordWith({ ...replaced, correction });
    expect(problems(record)).toEqual({ correction: 'unproven' });
    expect(verdict(record)).toBe('corrected');
  });

  it('is confirmed if the correction restored the numbers of the seed', () => {
    const record = recordWith({ correction: { ...correction, drawnBefore: [...others, first] } });
    expect(problems(record)).toEqual({});
    expect(verdict(record)).toBe('verified');
  });

  it('is not confirmed if neither the original nor the corrected numbers follow from the seed', () => {
    const wrong = { ...correction, drawnBefore: ['49', ...others] };
    expect(problems(recordWith({ ...replaced, correction: wrong }))).toMatchObject({ numbers: 'failed' });
  });

  it('is confirmed if the correction voided the draw and left the numbers unchanged', () => {
    expect(problems(recordWith({ correction: { ...correction, kind: 'voided' } }))).toEqual({});
  });
});

describe('readDrawRecord', () => {
  it.each([
    ['null', null],
    ['a list', []],
    ['a seed that is a number', { ...honest, seed: 7 }],
    ['an invalid time', { ...honest, committedAt: 'yesterday' }],
    ['drawn numbers that are not strings', { ...honest, drawn: [1, 2] }],
    ['a text of a million characters', { ...honest, drawId: 'x'.repeat(1_000_000) }],
    ['an unknown kind of correction', { ...honest, correction: { kind: 'deleted' } }],
    ['no tickets', { ...honest, ticketsTotal: undefined }],
  ])('returns null for %s', (_, value) => {
    expect(readDrawRecord(value)).toBeNull();
  });

  it('reads the record of an upcoming draw, which isPublished does not accept', () => {
    const coming = readDrawRecord({ ...honest, seed: null, publishedAt: null, drawn: [], closedAt: null });
    expect(coming && isPublished(coming)).toBe(false);
  });
});
