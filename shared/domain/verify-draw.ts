import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { commitmentOf, draw } from './draw-function.ts';
import type { DrawKind } from './draw-kinds.ts';
import { type DrawMethod, isDrawMethod } from './draw-methods.ts';
import { readDrawKind } from './draw-parameters.ts';
import type { PublishedRecord } from './draw-record.ts';
import { merkleRoot } from './merkle.ts';

/*
 * Repeats a published draw from its record alone, in small steps (docs/draw-function.md). The page /verify/{drawId} and
 * `npm run verify` both run these steps.
 */

/** The steps in the order in which they run. The step `correction` exists only for a corrected or void draw. */
export const verifyStepIds = [
  'method',
  'commitment',
  'times',
  'root',
  'stream',
  'numbers',
  'result',
  'correction',
] as const;
export type VerifyStepId = (typeof verifyStepIds)[number];

/**
 * - passed: the data agree
 * - failed: the data contradict each other
 * - unproven: the data do not contradict each other, but the step proves nothing
 * - skipped: an earlier step failed, and this step needs its result
 */
export type StepStatus = 'passed' | 'failed' | 'unproven' | 'skipped';

export interface VerifyStep {
  id: VerifyStepId;
  status: StepStatus;
  /** The value that the step computed, or null if the step only compares published data. */
  computed: string | null;
  /** The published value that `computed` must be equal to, or null. */
  published: string | null;
}

const isHex32 = (text: string | null): text is string => text !== null && /^[0-9a-f]{64}$/.test(text);
const textOf = (numbers: readonly string[]): string => numbers.join(', ');

function compare(id: VerifyStepId, computed: string, published: string): VerifyStep {
  return { id, status: computed === published ? 'passed' : 'failed', computed, published };
}

function plain(id: VerifyStepId, status: StepStatus): VerifyStep {
  return { id, status, computed: null, published: null };
}

/** Returns the text from which the first block of random numbers is computed. */
export function firstMessage({
  drawFunction,
  drawId,
  ticketsRoot,
}: Pick<PublishedRecord, 'drawFunction' | 'drawId' | 'ticketsRoot'>): string {
  return `${drawFunction}\n${drawId}\n${ticketsRoot}\n0`;
}

/**
 * Compares the times of the record. If sales never opened, or opened at the time of the commitment, the times do not
 * prove that the seed is older than the tickets.
 */
function timesStep({ committedAt, openedAt, closedAt, publishedAt }: PublishedRecord): VerifyStep {
  const times = [committedAt, openedAt, closedAt, publishedAt].flatMap((at) => (at ? [Date.parse(at)] : []));
  const isOrdered = times.every((at, index) => at >= (times[index - 1] ?? at));
  if (!isOrdered || closedAt === null) return plain('times', 'failed');
  const isBeforeSales = openedAt !== null && Date.parse(committedAt) < Date.parse(openedAt);
  return plain('times', isBeforeSales ? 'passed' : 'unproven');
}

/**
 * Checks the root of the tickets. A draw without tickets must have one fixed root, which no other draw may have. For a
 * draw with tickets, any other hash is accepted.
 */
function rootStep({ ticketsRoot, ticketsTotal }: PublishedRecord): VerifyStep {
  const isCount = Number.isSafeInteger(ticketsTotal) && ticketsTotal >= 0;
  if (!isHex32(ticketsRoot) || !isCount) return plain('root', 'failed');
  const emptyRoot = merkleRoot([]);
  if (ticketsTotal === 0) return compare('root', emptyRoot, ticketsRoot);
  return plain('root', ticketsRoot === emptyRoot ? 'failed' : 'passed');
}

interface DrawnAgain {
  kind: DrawKind;
  method: DrawMethod;
  seed: string;
  ticketsRoot: string;
}

/** Returns the inputs from which the numbers are computed, or null if an input is missing or malformed. */
function inputsOf(record: PublishedRecord): DrawnAgain | null {
  const { drawFunction: method, drawParameters, drawId, seed, ticketsRoot } = record;
  const kind = readDrawKind(drawParameters);
  if (!kind || !isDrawMethod(method) || !isHex32(seed) || !isHex32(ticketsRoot)) return null;
  return drawId === '' || drawId.includes('\n') ? null : { kind, method, seed, ticketsRoot };
}

const ascending = (numbers: readonly string[]): string[] =>
  numbers.toSorted((one, other) => Number(one) - Number(other));

/**
 * Returns drawn numbers in the form in which results show them. Numbers without a fixed order are sorted. A raffle
 * shows only its first prize.
 */
function shownOf(kind: DrawKind, drawn: readonly string[]): readonly string[] {
  if (kind.kind === 'balls') return [...ascending(drawn.slice(0, kind.picks)), ...drawn.slice(kind.picks)];
  if (kind.kind === 'keno') return ascending(drawn);
  return kind.kind === 'raffle' ? (drawn[0] ?? '').split(' ') : drawn;
}

/**
 * Compares the computed numbers with the numbers that were published first. The corrected numbers are accepted too,
 * because an operator may have corrected a wrongly published result to the numbers that the seed yields.
 */
function numbersStep({ drawn, correction }: PublishedRecord, computed: string): VerifyStep {
  const first = textOf(correction?.drawnBefore ?? drawn);
  return compare('numbers', computed, computed === textOf(drawn) ? computed : first);
}

/**
 * Runs the steps of the check one after another, so that a caller can show each result before the next step begins. If
 * the data are wrong, a step fails, but no step throws an error.
 */
export function* verifySteps(record: PublishedRecord): Generator<VerifyStep, void> {
  const { commitment, correction, drawFunction, drawParameters, drawn, seed, shownNumbers } = record;
  const kind = readDrawKind(drawParameters);
  yield plain('method', kind && isDrawMethod(drawFunction) ? 'passed' : 'failed');
  yield isHex32(seed)
    ? compare('commitment', commitmentOf(seed), commitment)
    : { id: 'commitment', status: 'failed', computed: null, published: commitment };
  yield timesStep(record);
  yield rootStep(record);
  const inputs = inputsOf(record);
  yield inputs
    ? {
        ...plain('stream', 'passed'),
        computed: bytesToHex(hmac(sha256, hexToBytes(inputs.seed), utf8ToBytes(firstMessage(record)))),
      }
    : plain('stream', 'skipped');
  const computed =
    inputs && textOf(draw(inputs.kind, { ...inputs, seedHex: inputs.seed, drawId: record.drawId }));
  yield computed === null ? plain('numbers', 'skipped') : numbersStep(record, computed);
  if (shownNumbers !== null)
    yield kind
      ? compare('result', textOf(shownOf(kind, drawn)), textOf(shownNumbers))
      : plain('result', 'skipped');
  if (correction) yield plain('correction', computed === textOf(drawn) ? 'passed' : 'unproven');
}

/**
 * - verified: the numbers follow from the published data
 * - corrected: the original numbers follow from the published data, but an operator has replaced them
 * - failed: some of the data contradict each other, or are missing
 */
export type Verdict = 'verified' | 'corrected' | 'failed';

export function verdictOf(steps: readonly VerifyStep[]): Verdict {
  if (steps.some(({ status }) => status === 'failed' || status === 'skipped')) return 'failed';
  const isReplaced = steps.some(({ id, status }) => id === 'correction' && status === 'unproven');
  return isReplaced ? 'corrected' : 'verified';
}
