/** Where a page of rows, newest first, has ended: those of one moment are told apart by their ids. */
export interface Place {
  at: Date;
  /** A uuid. */
  id: string;
}

/** A place as a caller carries it to the next page. */
export function cursorOf({ at, id }: Place): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url');
}

/** Null where it is no cursor of ours. */
export function placeOf(cursor: string): Place | null {
  const match = /^(\d{1,14}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(cursor, 'base64url').toString('utf8'),
  );
  return match ? { at: new Date(Number(match[1])), id: match[2] ?? '' } : null;
}
