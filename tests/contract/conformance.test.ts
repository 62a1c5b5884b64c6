import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCall, type Line } from '../../conformance/check-call.ts';
import { conform } from '../../conformance/conform.ts';
import { checkEndpoints } from '../../conformance/endpoints.ts';
import { createPlatform } from '../../conformance/platform.ts';
import { reportText } from '../../conformance/report.ts';
import { createRun } from '../../conformance/run.ts';
import { type CallName, calls, isCallName } from '../../shared/contract/calls.ts';
import {
  type Alterations,
  type PlatformAnswer,
  startBrokenPlatform,
  success,
} from '../helpers/broken-platform.ts';
import { queryDatabase } from '../helpers/database.ts';
import { operatorOf } from '../helpers/operator.ts';
import { startPlatform, type TestPlatform, testKeys } from '../helpers/platform.ts';
import { type Ending, startProgram } from '../helpers/program.ts';

const minuteMs = 60_000;
let platform: TestPlatform;
beforeAll(async () => {
  // The platform's clock is fixed, but must be near the real time, because the conformance run uses the real time.
  const now = new Date(Math.floor(Date.now() / minuteMs) * minuteMs);
  platform = await startPlatform({ now, historyDays: 2 });
  await platform.deps.engine.tick();
  platform.deps.sandbox?.start();
  // The points from a single purchase in the conformance run must pay for this reward, so the reward costs only one
  // point.
  await operatorOf(platform)('rewards', 'create', 'small', '--points', '1', '--amount', 'INR=1');
});
afterAll(() => platform?.stop());

const names = Object.keys(calls).filter(isCallName);

const run = async (
  args: string[],
  env: Record<string, string> = {},
): Promise<Ending & { output: string }> => {
  const program = startProgram(['conformance/main.ts', ...args], env);
  return { ...(await program.ended), output: program.output() };
};
const keys = { PLATFORM_API_KEY: testKeys.apiKey, PLATFORM_HASH: testKeys.hash };

it('`npm run conformance` prints one line for each call of the reference platform and exits with 0', async () => {
  const [ticket] = await queryDatabase<{ receipt_number: string }>(
    platform.databaseUrl,
    "select receipt_number from tickets join draws using (draw_id) where status = 'published' limit 1",
  );
  const receipt = ticket?.receipt_number ?? '';
  const { code, output } = await run(['--url', platform.url, '--receipt', receipt], keys);
  const lines = output.trim().split('\n');
  expect(lines.filter((line) => line.startsWith('failed'))).toEqual([]);
  // Withdrawals and bank accounts need a player with an approved identity. Only an operator can approve an identity, so
  // these calls stay untested. The unsubscribe link is unknown, because no subscription mail was sent.
  expect(lines.filter((line) => line.startsWith('untested'))).toEqual([
    expect.stringMatching(/^untested +accounts\/unsubscribe .*untested: rejected with 10511/),
    expect.stringMatching(/^untested +cashier\/withdraw .*untested: rejected with 10606/),
    expect.stringMatching(/^untested +cashier\/addDestination .*untested: rejected with 10606/),
  ]);
  for (const name of names) expect(lines.filter((line) => line.split(/\s+/)[1] === name)).toHaveLength(1);
  // The platform sends only fields that the contract declares.
  expect(lines.filter((line) => line.includes('beyond the contract'))).toEqual([]);
  expect(lines.at(-1)).toMatch(/^\d+ ok, 0 failed, 3 untested$/);
  expect(code).toBe(0);
});

it('a conformance run finds no fault in the endpoints and calls of a platform that requires signed requests', async () => {
  const signed = await startPlatform({ historyDays: 0, config: { signing: 'hmac' } });
  const options = {
    ...testKeys,
    url: signed.url,
    cmsUrl: signed.url,
    signing: 'hmac',
    timeoutMs: 20_000,
    receipt: null,
  } as const;
  const lines: Line[] = [];
  try {
    const signedRun = createRun(createPlatform(options), options.receipt);
    await checkEndpoints(signedRun, (line) => lines.push(line));
    lines.push(await checkCall(signedRun, 'upcomingDraw'), await checkCall(signedRun, 'wallet'));
  } finally {
    await signed.stop();
  }
  expect(lines.map(reportText).filter((line) => !line.startsWith('ok'))).toEqual([]);
  expect(lines.find(({ name }) => name === 'credentials')?.tested).toEqual(['signature', 'replay']);
});

const change =
  (spoil: (data: Record<string, never>) => void) =>
  (answer: PlatformAnswer): PlatformAnswer | null => {
    const body = JSON.parse(answer.body);
    if (body.success !== true) return null;
    spoil(body.data);
    return { ...answer, body: JSON.stringify(body) };
  };
const on = (status: number, other: Partial<PlatformAnswer>) => (answer: PlatformAnswer) =>
  answer.status === status ? { ...answer, ...other } : null;
const without = (name: string) => (data: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(data).filter(([field]) => field !== name));

/**
 * Maps the name of a call to its fault (`does`), and to the text that the report must contain for this fault (`says`).
 */
const broken: Record<string, { does: Alterations[CallName]; says: RegExp }> = {
  'accounts/getCountryStateList': {
    does: { changeAnswer: change((data) => Object.assign(data['countries']?.[0] ?? {}, { CountryID: 7 })) },
    says: /countries\.0\.CountryID: /,
  },
  winners: {
    does: { changeAnswer: change((data) => Reflect.deleteProperty(data, 'totals')) },
    says: /totals: /,
  },
  'accounts/getAvatarList': {
    does: { changeAnswer: on(401, success({ avatarList: [{ avatarImage: 'avatar-01' }] })) },
    says: /no session: answered with success, not 15107; an unknown token: answered with success/,
  },
  upcomingDraw: {
    does: { headers: { 'x-api-key': testKeys.apiKey } },
    says: /a wrong api key: answered with success, not 15101$/,
  },
  'accounts/logout': {
    does: { answerWith: success({}) },
    says: /the token after the logout: answered with success, not 15107/,
  },
  'cashier/deposit': {
    does: {
      changeRequest: (data) => ('idempotencyKey' in data ? { ...data, idempotencyKey: randomUUID() } : data),
    },
    says: /the same idempotencyKey made a second payment/,
  },
  'cashier/getWalletDetails': {
    does: { changeAnswer: change((data) => Object.assign(data, { totalCashBalance: 5 })) },
    says: /totalCashBalance is 5, its parts sum to \d+/,
  },
  result: {
    does: { changeRequest: without('cursor') },
    says: /pages of \w+ contain a result twice/,
  },
  'common-search': {
    does: { changeRequest: (data) => without('cursor')(without('conformance_extra')(data)) },
    says: /an unknown field: answered with success, not 10400; the second page of \w+ repeats a hit/,
  },
  'accounts/validateEmail': {
    does: { changeAnswer: on(400, { status: 200 }) },
    says: /without email_address: 10400 came with HTTP status 200, not 400/,
  },
  'notifications/list': {
    does: { changeAnswer: on(400, { body: '{"success":false,"firstCode":"10400"}' }) },
    says: /an unknown field: data\.fields names nothing, not conformance_extra/,
  },
  'draws/verify': {
    does: { changeAnswer: change((data) => Object.assign(data, { drawn: ['99'] })) },
    says: /\w+-\d+: seed and tickets yield .*, not 99/,
  },
  'games/listfolders': {
    does: { answerWith: { status: 502, type: 'text/html', body: '<p>Bad gateway' } },
    says: /answered 502 without JSON/,
  },
  monthwisepostscount: {
    does: { changeAnswer: on(200, { body: '{"success":false,"firstCode":"99999"}' }) },
    says: /answered 200 without a code of the contract/,
  },
  'transaction/purchaseSummary': {
    does: { changeAnswer: change((data) => Object.assign(data, { purchases: [] })) },
    says: /the bought ticket is missing/,
  },
};
const brokenEndpoints: Record<string, { path: `/${string}`; does: Alterations[CallName]; says: RegExp }> = {
  'GET /healthz': {
    path: '/healthz',
    does: { answerWith: { status: 500, type: 'text/plain', body: '' } },
    says: /answered 500/,
  },
  'an unknown call': {
    path: '/api/v1/conformance',
    does: { answerWith: success({}) },
    says: /conformance: answered with success, not 10404$/,
  },
  'GET /cms/content': {
    path: '/cms/content/en/blogs.json',
    does: {
      answerWith: {
        status: 200,
        type: 'application/json',
        body: '{"isSuccess":true,"cmsData":{"jsonData":[{}]}}',
      },
    },
    says: /blogs\.json: cmsData\.jsonData\.0\.slug: /,
  },
  'GET /api/v1/events': {
    path: '/api/v1/events',
    does: { changeAnswer: on(200, { type: 'application/json', body: '[]' }) },
    says: /is application\/json, not text\/event-stream; does not start like an event stream$/,
  },
};
/** Disables the endpoint /outbox. Without this endpoint, the conformance run cannot read one-time passwords. */
const withoutOutbox = { '/outbox': { answerWith: { status: 404, type: 'text/plain', body: '' } } } as const;

describe('a conformance run against a platform with many faults', () => {
  let lines: Line[];
  beforeAll(async () => {
    const faulty = await startBrokenPlatform(platform.url, {
      ...Object.fromEntries(Object.entries(broken).map(([name, { does }]) => [name, does ?? {}])),
      ...Object.fromEntries(Object.values(brokenEndpoints).map(({ path, does }) => [path, does ?? {}])),
      ...withoutOutbox,
    });
    const options = {
      ...testKeys,
      url: faulty.url,
      cmsUrl: faulty.url,
      signing: 'static',
      timeoutMs: 20_000,
      receipt: null,
    } as const;
    try {
      lines = await conform(options, () => undefined);
    } finally {
      await faulty.close();
    }
  });

  it.each([...Object.entries(broken), ...Object.entries(brokenEndpoints)])(
    'reports the fault in %s',
    (name, { says }) => {
      const line = lines.find((one) => one.name === name);
      expect(line && reportText(line)).toMatch(new RegExp(`^failed +${name} `));
      expect(line && reportText(line)).toMatch(says);
    },
  );

  it('reports no fault in correct calls and endpoints, and reports calls as untested if they need a one-time password', () => {
    const failed = lines.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);
    expect(failed.toSorted()).toEqual([...Object.keys(broken), ...Object.keys(brokenEndpoints)].toSorted());
    const untested = lines.filter(({ outcome }) => outcome === 'untested');
    expect(untested.map(({ name }) => name).toSorted()).toEqual([
      'accounts/changeForgotPassword',
      'accounts/confirmPassword',
      'accounts/resendOtp',
      'accounts/sendOtp',
      'accounts/takeBackContact',
      'accounts/unsubscribe',
      'accounts/verifyEmailOtp',
      'accounts/verifyOtp',
      'accounts/verifyOtp/signup',
      'cashier/addDestination',
      'cashier/withdraw',
      'claims/status',
      'draws/ticketProof',
      'transaction/referAFriend',
    ]);
    const reasons = untested
      // Ignore calls that are untested although they need no one-time password. Calls under `cashier/` need an identity
      // that an operator has approved. `draws/ticketProof` needs a closed draw, and `accounts/unsubscribe` needs the
      // link from a mail.
      .filter(({ name }) => !name.startsWith('cashier/'))
      .filter(({ name }) => name !== 'draws/ticketProof' && name !== 'accounts/unsubscribe')
      .flatMap((line) => line.untested);
    for (const reason of reasons) expect(reason).toContain('no outbox');
  });
});

it('`npm run conformance` exits with 1 if the platform does not answer, and with 2 for invalid arguments or credentials', async () => {
  const unreachable = await run(['--url', 'http://127.0.0.1:1'], keys);
  expect(unreachable.output).toContain('http://127.0.0.1:1 did not answer');
  const misspelt = await run(['--uri', platform.url], keys);
  expect(misspelt.output).toContain('npm run conformance -- --url');
  const wrongHash = await run(['--url', platform.url], { ...keys, PLATFORM_HASH: 'another-hash-0123456789' });
  expect(wrongHash.output).toContain('rejects the credentials (15101)');
  expect([unreachable.code, misspelt.code, wrongHash.code]).toEqual([1, 2, 2]);
});
