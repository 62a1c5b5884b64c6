import type { VerifyResponse } from '../../../shared/contract/draw-proof.ts';
import { parseDrawId } from '../../../shared/domain/draw-id.ts';
import type { FileLoader, PageRequest } from '../loader.ts';

/** The record of a draw, with the numbers that the site's results show. */
export type DrawRecordFile = VerifyResponse & {
  /** Null if the draw has no published result yet, or if the result and the record have different corrections. */
  shownNumbers: string[] | null;
};

/** Returns the record of the draw in the address, or null if no game has this draw. */
export async function recordOf({
  params,
  sources,
}: Pick<PageRequest, 'params' | 'sources'>): Promise<DrawRecordFile | null> {
  const id = parseDrawId(params['drawId'] ?? '');
  if (!id || !(await sources.games()).some(({ gameId }) => gameId === id.gameId)) return null;
  const record = await sources.record(id.gameId, id.drawNumber);
  if (!record) return null;
  const found = record.publishedAt === null ? null : await sources.draw(id.gameId, id.drawNumber);
  // The result and the record are separate cache entries. Shortly after a correction, one of them may still be the old
  // version.
  const isSameResult = found?.result.correction?.no === record.correction?.no;
  const shown = isSameResult ? found?.result.resultNumber.tNumbers.map(({ tNumber }) => tNumber) : null;
  return { ...record, shownNumbers: shown ?? null };
}

/** Loads `/verify/{drawId}.json`: the published data of one draw, from which anyone can repeat the draw. */
export const loadDrawRecord: FileLoader = async (request) => {
  const record = await recordOf(request);
  return record && { contentType: 'application/json; charset=utf-8', text: JSON.stringify(record) };
};
