import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where a page ended: behind the row of this time and id. */
export interface Place {
  atMs: number;
  id: string;
}

export interface Position {
  /** The days that were asked for with the first page, so that the last page still means the same. */
  from: string;
  to: string;
  place: Place;
}

export interface Cursors {
  /** @param subject whose rows of what, by which filter: a cursor is good for that alone */
  write(subject: readonly (string | undefined)[], position: Position): string;
  /** Null for what was not written here, or was written for something else. */
  read(subject: readonly (string | undefined)[], cursor: string): Position | null;
}

const macBytes = 12;
const shape = /^(\d{4}-\d{2}-\d{2}) (\d{4}-\d{2}-\d{2}) (\d{1,15}) ([A-Za-z0-9-]{1,64})$/;

/** Cursors that say where a page ended, and that nobody else can make. */
export function createCursors(key: Buffer): Cursors {
  const macOf = (subject: readonly (string | undefined)[], text: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([subject.map((part) => part ?? null), text]))
      .digest()
      .subarray(0, macBytes);
  return {
    write(subject, { from, to, place }) {
      const text = `${from} ${to} ${place.atMs} ${place.id}`;
      return Buffer.concat([macOf(subject, text), Buffer.from(text)]).toString('base64url');
    },
    read(subject, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      // One text for one cursor: base64 lets the last character vary.
      if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) return null;
      const text = bytes.subarray(macBytes).toString('latin1');
      if (!timingSafeEqual(macOf(subject, text), bytes.subarray(0, macBytes))) return null;
      const [, from, to, atMs, id] = shape.exec(text) ?? [];
      if (from === undefined || to === undefined || id === undefined) return null;
      return { from, to, place: { atMs: Number(atMs), id } };
    },
  };
}
