import { createHmac, timingSafeEqual } from 'node:crypto';

/** Position of a row in a list that is sorted by instant. The id orders rows of the same instant. */
export interface Place {
  /** Milliseconds since 1970. */
  atMs: number;
  id: string;
}

export interface Position {
  place: Place;
  /**
   * The range of days that the first page shows. The cursor contains the range, so that later pages use the same range.
   * The range is set only by API calls that accept a range.
   */
  range?: { from: string; to: string };
}

/** Identifies a list by API call, owner and filter. A cursor is valid only for the list for which it was created. */
export type CursorScope = readonly (string | undefined)[];

export interface Cursors {
  write(scope: CursorScope, position: Position): string;
  /**
   * Returns the position that a cursor contains. Returns null if the cursor was not signed for this scope with one of
   * the keys.
   */
  read(scope: CursorScope, cursor: string): Position | null;
}

const macBytes = 12;
const shape = /^(?:(\d{4}-\d{2}-\d{2}) (\d{4}-\d{2}-\d{2}) )?(\d{1,15}) ([A-Za-z0-9-]{1,64})$/;

function macOf(key: Buffer, scope: CursorScope, text: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([scope.map((part) => part ?? null), text]))
    .digest()
    .subarray(0, macBytes);
}

/**
 * Creates and reads signed cursors. Clients can neither forge a cursor nor use it for another list.
 * @param keys the first key signs new cursors; a cursor that was signed with any key is accepted
 */
export function createCursors(keys: readonly [Buffer, ...Buffer[]]): Cursors {
  return {
    write(scope, { place, range }) {
      const text = `${range ? `${range.from} ${range.to} ` : ''}${place.atMs} ${place.id}`;
      return Buffer.concat([macOf(keys[0], scope, text), Buffer.from(text)]).toString('base64url');
    },
    read(scope, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      // In Base64, several final characters decode to the same bytes. Accept only the cursor as it was issued.
      if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) return null;
      const text = bytes.subarray(macBytes).toString('latin1');
      const mac = bytes.subarray(0, macBytes);
      if (!keys.some((key) => timingSafeEqual(macOf(key, scope, text), mac))) return null;
      const [, from, to, atMs, id] = shape.exec(text) ?? [];
      if (id === undefined) return null;
      const place = { atMs: Number(atMs), id };
      return from === undefined || to === undefined ? { place } : { place, range: { from, to } };
    },
  };
}
