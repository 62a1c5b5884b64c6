import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog, createScrubber } from '../../../../server/ops/log.ts';
import { openContext, runInContext } from '../../../../server/trace/request-context.ts';

/** A secret that must not appear in any output. */
const secret = 'Xk9-the-secret-7q';

function record(secrets: string[] = []) {
  let text = '';
  const destination = new Writable({
    write(piece: Buffer, _encoding, done) {
      text += piece.toString();
      done();
    },
  });
  const log = createLog({ level: 'debug', secrets, destination });
  return { log, text: () => text, line: () => JSON.parse(text) };
}

describe('the redaction of log fields', () => {
  it.each([
    'authorization',
    'Proxy-Authorization',
    'cookie',
    'Set-Cookie',
    'x-api-key',
    'apiKey',
    'x-hash',
    'hash',
    'x-signature',
    'password',
    'passwordConfirm',
    'PASSWD',
    'otp',
    'otp_code',
    'token',
    'accessToken',
    'clientSecret',
    'sessionId',
    'email',
    'mobileNo',
    'phone',
    'ip',
    'remoteAddress',
    'x-forwarded-for',
    'body',
    'query',
  ])('redacts the field %s at any depth', (name) => {
    const { log, text } = record();
    log.info({ [name]: secret }, 'plain');
    log.info({ req: { headers: { [name]: secret } } }, 'in headers');
    log.info({ list: [{ deeper: { still: { [name]: [secret] } } }] }, 'in a list');
    log.child({ [name]: secret }).info('in what all lines of a child carry');
    expect(text()).not.toContain(secret);
    expect(text().match(/\[redacted\]/g)).toHaveLength(4);
  });

  it('leaves fields without sensitive data unchanged', () => {
    const { log, line } = record();
    log.warn({ tags: ['results:keno'], hard: true, upstream: 'platform', ms: 12 }, 'kept');
    expect(line()).toMatchObject({
      tags: ['results:keno'],
      hard: true,
      upstream: 'platform',
      ms: 12,
      msg: 'kept',
      program: 'site',
    });
  });
});

describe('a logged error', () => {
  it('omits attached objects, which may contain secrets', () => {
    const { log, text, line } = record();
    const cause = Object.assign(new Error('connection lost'), {
      code: 'ECONNRESET',
      config: { auth: secret },
      request: { headers: { 'x-thing': secret } },
    });
    const error = Object.assign(new TypeError('no answer', { cause }), { response: secret, status: 502 });
    log.error({ err: error }, 'failed');
    expect(text()).not.toContain(secret);
    const { err } = line();
    expect(err).toMatchObject({
      type: 'TypeError',
      message: 'no answer',
      status: 502,
      cause: { type: 'Error', message: 'connection lost', code: 'ECONNRESET' },
    });
    expect(err.stack).toContain('log.test');
  });

  it('is serialised as the field `err` even if it is logged without the wrapper `{ err }`', () => {
    const { log, line } = record();
    log.error(new AggregateError([new Error('one'), new Error('two')], 'both failed'));
    expect(line()).toMatchObject({
      msg: 'both failed',
      err: { errors: [{ message: 'one' }, { message: 'two' }] },
    });
  });

  it('is serialised to a finite depth if it is its own cause', () => {
    const { log, text } = record();
    const error = new Error('round');
    error.cause = error;
    log.error({ err: error });
    expect(text().length).toBeLessThan(20_000);
  });
});

it('a logged request, socket or buffer is replaced by its type name', () => {
  const { log, text, line } = record();
  const req = new IncomingMessage(new Socket());
  req.headers['x-plain'] = secret;
  log.info({ req, socket: req.socket, bytes: Buffer.from(secret) }, 'objects');
  expect(text()).not.toContain(secret);
  expect(line()).toMatchObject({ req: '[IncomingMessage]', socket: '[Socket]', bytes: '[Buffer]' });
});

describe('a logged URL or cache key', () => {
  it('contains no query string', () => {
    const { log, text, line } = record();
    log.info({ url: `/results?from=${secret}`, key: `/search?q=${secret}` }, 'asked');
    expect(text()).not.toContain(secret);
    expect(line()).toMatchObject({ url: '/results', key: '/search' });
  });

  it('omits the parameters of a platform call', () => {
    const { log, line } = record();
    log.info({ key: '{"call":"result","data":{"from":"2026-11-01"}}' }, 'asked');
    expect(line().key).toBe('{"call":"result"…}');
  });
});

describe('a configured secret', () => {
  it('appears in no log line', () => {
    const { log, text } = record([secret, 'quote"d and spa ced']);
    log.info(`said in a message: ${secret}`);
    log.info({ note: `${secret}${secret}` }, 'in a field');
    log.error(new Error(`https://user:${secret}@host refused`));
    log.info({ note: encodeURIComponent('quote"d and spa ced'), other: 'quote"d and spa ced' }, 'escaped');
    expect(text()).not.toContain(secret);
    expect(text()).not.toMatch(/quote/);
    for (const line of text().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('is not redacted if it is only one character long', () => {
    expect(createScrubber(['k', '', null])('a keno draw')).toBe('a keno draw');
  });
});

it('text that looks like credentials is redacted from a log line', () => {
  const scrub = createScrubber([]);
  expect(scrub(`Authorization: Bearer ${secret}`)).not.toContain(secret);
  expect(scrub(`redis://default:${secret}@cache:6379 is away`)).toBe('redis://[redacted]@cache:6379 is away');
});

describe('the request id', () => {
  it('is in every log line of the request, even after asynchronous steps', async () => {
    const { log, text } = record();
    const context = openContext({});
    await runInContext(context, async () => {
      log.info('at once');
      await new Promise(setImmediate);
      log.child({ part: 'deeper' }).info('later');
    });
    log.info('of nobody');
    const ids = text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).reqId);
    expect(ids).toEqual([context.id, context.id, undefined]);
  });
});
