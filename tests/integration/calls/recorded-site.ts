import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Answer } from '../../helpers/http.ts';
import { opened, type RecordedSite, startRecordedSite } from '../../helpers/recording-platform.ts';

/** The platform's answer to a successful call. */
export const ok = (data: unknown) =>
  ({ is: 'answer', body: { success: true, firstCode: '10000', data } }) as const;
/** The platform's answer to a rejected call. */
export const no = (firstCode: string, status = 200) =>
  ({ is: 'answer', status, body: { success: false, firstCode } }) as const;

const { authToken: _secret, ...userData } = opened().data.userData;
/** The player that the site shows after the login: the platform's data without the token. */
export const shown = userData;

/** Checks that an answer deletes the session cookie and the presence cookie. */
export const gone = (answer: Answer) =>
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax$/,
    ),
    expect.stringMatching(/^auth_user=; Max-Age=0; /),
  ]);

/** Registers the hooks that start a recorded site for the tests of a file, and forget its requests before each test. */
export function useRecordedSite(options: Parameters<typeof startRecordedSite>[0] = {}) {
  let recorded: RecordedSite;
  beforeAll(async () => {
    recorded = await startRecordedSite(options);
  });
  beforeEach(() => {
    recorded.upstream.received.length = 0;
  });
  afterAll(() => recorded?.stop());
  const calls = () => recorded.upstream.received.filter(({ url }) => url.startsWith('/api/v1/accounts/'));
  return {
    started: () => recorded,
    /** Returns the requests of account calls that the platform has received in this test. */
    calls,
    /** Returns the header `Authorization` of the newest of these requests. */
    bearerOf: () => calls().at(-1)?.headers.authorization,
  };
}
