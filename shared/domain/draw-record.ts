/**
 * The published record of a draw, as `/verify/{drawId}.json` contains it. The verifier reads it without zod, so that
 * the browser loads little script. A value of the wrong type makes the whole record unreadable, because a check of half
 * a record could be mistaken for a check of the draw.
 */
export interface DrawRecord {
  drawId: string;
  gameName: string;
  drawStartDate: string;
  drawFunction: string;
  /** The parameters of the draw, not validated yet. `readDrawKind` validates them. */
  drawParameters: unknown;
  commitment: string;
  committedAt: string;
  openedAt: string | null;
  closedAt: string | null;
  /** The seed of the draw. Like `publishedAt`, it is null until the draw is published. */
  seed: string | null;
  publishedAt: string | null;
  ticketsRoot: string | null;
  ticketsTotal: number;
  /** The valid result in draw order. After a correction, it is the corrected result. */
  drawn: readonly string[];
  /** The drawn numbers in the order in which the site shows them. Null if the record does not contain them. */
  shownNumbers: readonly string[] | null;
  correction: RecordedCorrection | null;
}

export interface RecordedCorrection {
  kind: 'corrected' | 'voided';
  at: string;
  reason: string;
  /** The result as it was first published, in draw order. */
  drawnBefore: readonly string[];
}

/** A record of a published draw, with all data that a check needs. */
export interface PublishedRecord extends DrawRecord {
  seed: string;
  publishedAt: string;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1000;
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 5000 && value.every(isText);
const isInstant = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));
const isInstantOrNull = (value: unknown): value is string | null => value === null || isInstant(value);

function readCorrection(value: unknown): RecordedCorrection | null {
  if (!isFields(value)) return null;
  const { kind, at, reason, drawnBefore } = value;
  if (kind !== 'corrected' && kind !== 'voided') return null;
  if (!isInstant(at) || !isText(reason) || !isTexts(drawnBefore)) return null;
  return { kind, at, reason, drawnBefore };
}

/**
 * @param value the parsed content of `/verify/{drawId}.json`, or the data of an answer of `draws/verify`
 * @returns the record, or null if a value is missing or has a wrong type
 */
export function readDrawRecord(value: unknown): DrawRecord | null {
  if (!isFields(value)) return null;
  const { drawId, gameName, drawStartDate, drawFunction, drawParameters, commitment, committedAt } = value;
  const { openedAt, closedAt, seed, publishedAt, ticketsRoot, ticketsTotal, drawn } = value;
  const { correction = null, shownNumbers = null } = value;
  if (!isText(drawId) || !isText(gameName) || !isText(drawFunction) || !isText(commitment)) return null;
  if (!isInstant(drawStartDate) || !isInstant(committedAt)) return null;
  if (!isInstantOrNull(openedAt) || !isInstantOrNull(closedAt) || !isInstantOrNull(publishedAt)) return null;
  if (!isTextOrNull(seed) || !isTextOrNull(ticketsRoot) || typeof ticketsTotal !== 'number') return null;
  if (!isTexts(drawn) || !(shownNumbers === null || isTexts(shownNumbers))) return null;
  const corrected = readCorrection(correction);
  if (correction !== null && corrected === null) return null;
  return {
    drawId,
    gameName,
    drawStartDate,
    drawFunction,
    drawParameters,
    commitment,
    committedAt,
    openedAt,
    closedAt,
    seed,
    publishedAt,
    ticketsRoot,
    ticketsTotal,
    drawn,
    shownNumbers,
    correction: corrected,
  };
}

export function isPublished(record: DrawRecord): record is PublishedRecord {
  return record.seed !== null && record.publishedAt !== null;
}
