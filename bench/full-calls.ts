import type { CallName } from '../shared/contract/calls.ts';
import type { FullPlatform } from './full-platform.ts';
import { connect, postRequest } from './wire.ts';

export interface AskedCall {
  name: CallName;
  data: unknown;
  token?: string;
}

const headersOf = ({ port, apiKey, hash }: FullPlatform, { token }: AskedCall): Record<string, string> => ({
  host: `127.0.0.1:${port}`,
  'x-api-key': apiKey,
  'x-hash': hash,
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
});
const bodyOf = ({ ucid }: FullPlatform, { data }: AskedCall): string =>
  JSON.stringify({ ucid, channel: 2, device_type: 'DESKTOP', app_type: 'WEB', data });

/** Returns the raw HTTP request of a call, as the site sends it. */
export function callRequest(platform: FullPlatform, call: AskedCall): string {
  return postRequest(`/api/v1/${call.name}`, headersOf(platform, call), bodyOf(platform, call));
}

/** @throws if the platform rejects the call, because fast rejections would distort the measured latency */
export async function assertAccepted(platform: FullPlatform, call: AskedCall): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${platform.port}/api/v1/${call.name}`, {
    method: 'POST',
    headers: { ...headersOf(platform, call), 'content-type': 'application/json' },
    body: bodyOf(platform, call),
  });
  const text = await response.text();
  if (!text.startsWith('{"success":true'))
    throw new Error(`${call.name} was answered with ${text.slice(0, 200)}`);
}

/**
 * Makes calls in the same way as the site, one after the other on one connection.
 * @returns the duration of each call in ms
 * @throws if the platform rejects a call
 */
export async function latenciesOf(platform: FullPlatform, calls: readonly AskedCall[]): Promise<number[]> {
  for (const call of new Map(calls.map((one) => [one.name, one])).values())
    await assertAccepted(platform, call);
  const connection = await connect(platform.port);
  const latenciesMs: number[] = [];
  for (const call of calls) {
    const request = callRequest(platform, call);
    const askedAt = performance.now();
    const { status } = await connection.ask(request);
    latenciesMs.push(performance.now() - askedAt);
    if (status !== 200) throw new Error(`${call.name} was answered with ${status}`);
  }
  connection.close();
  return latenciesMs;
}
