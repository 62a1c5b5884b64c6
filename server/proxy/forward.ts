import type { PlatformCredentials } from '../upstream/platform-client.ts';
import { platformHeaders } from '../upstream/platform-client.ts';
import type { Transport, UpstreamResponse } from '../upstream/transport.ts';

export interface Forwarded {
  /** The call's name, which is its path. */
  name: string;
  /** The exact bytes that are sent, as text. */
  text: string;
  /** Opens the player's session; null: a visitor. */
  token: string | null;
  /** Where the player's browser is. */
  address: string;
  /** Aborts when nobody waits any more. */
  signal?: AbortSignal | undefined;
}

/**
 * Sends one call, once.
 * @throws UpstreamError
 */
export type Forward = (forwarded: Forwarded) => Promise<UpstreamResponse>;

const platformPrefix = '/api/v1';

/**
 * Sends players' calls to the platform. Of the browser's headers none goes up: what goes is listed here, and signed
 * last.
 */
export const createForward =
  (transport: Pick<Transport, 'send'>, credentials: PlatformCredentials): Forward =>
  ({ name, text, token, address, signal }) => {
    const path = `${platformPrefix}/${name}`;
    return transport.send({
      method: 'POST',
      path,
      headers: () => ({
        'content-type': 'application/json',
        accept: 'application/json',
        'x-player-address': address,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...platformHeaders(credentials, path, text, Date.now()),
      }),
      body: text,
      signal,
      retry: false,
      label: name,
    });
  };
