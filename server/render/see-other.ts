import type { ServerResponse } from 'node:http';
import { notStored } from './not-stored.ts';
import type { RawHeaders } from './security-headers.ts';

export interface SeeOther {
  location: string;
  /** Set-Cookie header lines. */
  cookies: readonly string[];
  /** The headers that every answer of this site contains. */
  headers: RawHeaders;
}

/** Responds with 303. The location is valid for this client only, so no cache may store the response. */
export function sendSeeOther(res: ServerResponse, { location, cookies, headers }: SeeOther): void {
  res.writeHead(303, [
    'Location',
    location,
    ...notStored,
    ...cookies.flatMap((cookie) => ['Set-Cookie', cookie]),
    'Content-Length',
    '0',
    ...headers,
  ]);
  res.end();
}
