import { codes } from '../shared/contract/codes.ts';
import { ContentPage } from '../shared/contract/content.ts';
import { readAnswer, refusalProblems, shapeProblems } from './answers.ts';
import { checkLine, type Line, trying } from './check-call.ts';
import { playerAddress, randomToken, signedHeaders, wrongKeyHeaders } from './platform.ts';
import { type Run, Untested } from './run.ts';
import { problemUnless } from './scenarios/scenario.ts';

type Found = Omit<Line, 'name' | 'outcome'>;
type EndpointCheck = (run: Run, found: Found) => Promise<void>;

/**
 * The call that is used to test the envelope and the credentials. Any call that only reads data is suitable, because a
 * platform checks envelope and credentials in the same way for all calls.
 */
const anyRead = 'gameList';
const staleMs = 10 * 60_000;
const health =
  (path: string): EndpointCheck =>
  async ({ platform }, found) => {
    const { status } = await platform.get(path);
    if (status === 404) throw new Untested('the endpoint is missing; the site does not need it');
    found.tested.push('status');
    found.problems.push(...problemUnless(status === 200, `answered ${status}`));
  };

const envelope: EndpointCheck = async ({ platform }, found) => {
  const wrong = async (what: string, change: Record<string, unknown>, name: string) => {
    const reply = await platform.call(anyRead, {}, null, { envelope: change });
    const problems = refusalProblems(reply, codes.fieldWrong, what);
    const answer = readAnswer(reply);
    const fields = answer.kind === 'failure' ? (answer.fields ?? {}) : {};
    found.problems.push(
      ...problems,
      ...problemUnless(problems.length > 0 || name in fields, `${what}: ${name} is not named`),
    );
  };
  await wrong('a wrong ucid', { ucid: 'conformance_nobody' }, 'ucid');
  await wrong('channel 3', { channel: 3 }, 'channel');
  await wrong('device_type of another type', { device_type: 7 }, 'device_type');
  await wrong('no app_type', { app_type: undefined }, 'app_type');
  const tryBody = async (what: string, body: string) =>
    found.problems.push(
      ...refusalProblems(await platform.call(anyRead, {}, null, { body }), codes.fieldWrong, what),
    );
  await tryBody('malformed JSON', '{"data":');
  await tryBody('a list', '[]');
  await tryBody('a body of 1 MB', JSON.stringify({ data: 'x'.repeat(1_000_000) }));
  found.tested.push('7 wrong requests');
};

const credentials: EndpointCheck = async ({ platform }, found) => {
  const refused = async (what: string, headers: Record<string, string>) =>
    found.problems.push(
      ...refusalProblems(await platform.call(anyRead, {}, null, { headers }), codes.apiKeyWrong, what),
    );
  if (platform.options.signing === 'static') {
    await refused('a wrong hash', { 'x-hash': 'conformance-wrong-hash' });
    found.tested.push('wrong hash');
    return;
  }
  await refused('a wrong signature', { 'x-signature': '0'.repeat(64) });
  await refused('a signature of another time', { 'x-timestamp': String(Date.now() - 1) });
  await refused('a signature of another player address', { 'x-player-address': '198.51.100.9' });
  await refused('a signature of another token', { authorization: `Bearer ${randomToken()}` });
  const { options } = platform;
  const envelopeText = JSON.stringify({
    ucid: options.ucid,
    channel: 2,
    device_type: 'DESKTOP',
    app_type: 'WEB',
    data: {},
  });
  const path = `/api/v1/${anyRead}`;
  const part = { method: 'POST', path, body: envelopeText, address: playerAddress } as const;
  const signed = (nowMs: number) => signedHeaders(options, part, { nowMs });
  const send = (headers: Record<string, string>) =>
    platform.call(anyRead, {}, null, { body: envelopeText, headers });
  await refused('a signature of 10 minutes ago', signed(Date.now() - staleMs));
  const once = signed(Date.now());
  const first = readAnswer(await send(once));
  found.problems.push(
    ...problemUnless(first.kind === 'success', 'a correctly signed request is refused'),
    ...refusalProblems(await send(once), codes.apiKeyWrong, 'a replayed request'),
  );
  found.tested.push('signature', 'replay');
};

const unknownCall: EndpointCheck = async ({ platform }, found) => {
  for (const name of ['conformance', 'constructor', '__proto__'])
    found.problems.push(...refusalProblems(await platform.call(name, {}), codes.callUnknown, name));
  found.tested.push('answer');
};

const content: EndpointCheck = async ({ platform }, found) => {
  const page = (name: string, change = {}) =>
    platform.get(new URL(`/cms/content/en/${name}.json`, platform.options.cmsUrl).href, change);
  const home = await page('home');
  if (home.status === 404) throw new Untested('no content host at this address: set --cms-url');
  for (const name of ['home', 'faq', 'games', 'blogs', 'promotions']) {
    const { status, body } = await page(name);
    const parsed = ContentPage.safeParse(body);
    if (status !== 200) found.problems.push(`${name}.json answered ${status}`);
    else if (!parsed.success)
      found.problems.push(...shapeProblems(parsed.error).map((problem) => `${name}.json: ${problem}`));
    else
      found.problems.push(
        ...problemUnless(
          parsed.data.isSuccess && parsed.data.cmsData.jsonData.length > 0,
          `${name}.json is empty`,
        ),
      );
  }
  const missing = await page('conformance-nothing');
  found.tested.push('5 documents', 'a missing document');
  found.problems.push(
    ...problemUnless(missing.status === 404, `a missing document is answered with ${missing.status}`),
  );
  // Test a wrong key only if the content host is the platform, because a content host on another origin receives no
  // keys.
  if (platform.options.cmsUrl !== platform.options.url) return;
  const wrongKey = await page('home', { headers: wrongKeyHeaders(platform.options) });
  found.tested.push('wrong key');
  found.problems.push(
    ...problemUnless(wrongKey.status === 401, `a wrong api key is answered with ${wrongKey.status}`),
  );
};

const events: EndpointCheck = async ({ platform }, found) => {
  const wrongKey = await platform.open('/api/v1/events', { headers: wrongKeyHeaders(platform.options) });
  const opened = await platform.open('/api/v1/events');
  const type = opened.headers.get('content-type') ?? 'without a type';
  found.tested.push('stream', 'wrong key');
  found.problems.push(
    ...problemUnless(wrongKey.status === 401, `a wrong api key is answered with ${wrongKey.status}`),
    ...problemUnless(opened.status === 200, `answered ${opened.status}`),
    ...problemUnless(type.startsWith('text/event-stream'), `is ${type}, not text/event-stream`),
    ...problemUnless(
      /^(?::|id:|event:|data:|retry:|\n)/.test(opened.begins),
      'does not start like an event stream',
    ),
  );
};

/** The checks of endpoints that are not calls. The keys are the endpoints' names in the report. */
const endpoints: Readonly<Record<string, EndpointCheck>> = {
  'GET /healthz': health('/healthz'),
  'GET /readyz': health('/readyz'),
  credentials,
  envelope,
  'an unknown call': unknownCall,
  'GET /cms/content': content,
  'GET /api/v1/events': events,
};

export async function checkEndpoints(run: Run, say: (line: Line) => void): Promise<void> {
  for (const [name, check] of Object.entries(endpoints)) {
    const found: Found = { tested: [], problems: [], untested: [] };
    await trying(found.untested, () => check(run, found));
    say(checkLine(name, found));
  }
}
