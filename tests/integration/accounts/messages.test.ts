import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { authHeaders, startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName, shortForm } from '../../helpers/player.ts';
import { type SmtpServer, startSmtpServer } from '../../helpers/smtp-server.ts';

const now = new Date('2026-11-21T12:02:00Z');
const smsKey = 'a-key-of-the-sms-webhook';
const minuteMs = 60_000;
let smtp: SmtpServer;
let sending: TestPlatform;
let silent: TestPlatform;
let outboxed: TestPlatform;
const logged: string[] = [];
const hook = {
  status: 200,
  got: [] as { headers: IncomingHttpHeaders; body: string }[],
};
const webhook = createServer((incoming, answer) => {
  let body = '';
  incoming.setEncoding('utf8');
  incoming.on('data', (chunk: string) => {
    body += chunk;
  });
  incoming.on('end', () => {
    hook.got.push({ headers: incoming.headers, body });
    answer.writeHead(hook.status).end();
  });
});

beforeAll(async () => {
  smtp = await startSmtpServer();
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
  const address = webhook.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const logger = pino({ level: 'debug' }, { write: (line: string) => logged.push(line) });
  sending = await startPlatform({
    now,
    logger,
    config: {
      outbox: false,
      siteUrl: 'https://lotto.example',
      mail: { url: smtp.url, from: 'Golden Lotto <no-reply@lotto.example>' },
      sms: { url: `http://127.0.0.1:${port}/send`, key: smsKey },
    },
  });
  // The platform must not send messages in the background, because the tests call `sendDue`.
  await sending.deps.messages.stop();
  silent = await startPlatform({ now, config: { outbox: false } });
  outboxed = await startPlatform({ now });
});
afterAll(async () => {
  await sending?.stop();
  await silent?.stop();
  await outboxed?.stop();
  await smtp?.close();
  await new Promise((resolve) => webhook.close(resolve));
});

function states(platform: TestPlatform) {
  return queryDatabase<{ state: string; attempts: number; sealed: string | null }>(
    platform.databaseUrl,
    'select state, attempts, sealed from messages order by message_id desc limit 1',
  );
}

async function sendAll() {
  while ((await sending.deps.messages.sendDue()) > 0);
}

describe('mail delivery', () => {
  it('sends a mail once over SMTP, as plain text and HTML', async () => {
    await sendAll();
    const { email, username } = await createPlayer(sending);
    const before = smtp.mails.length;
    await sendAll();
    await sendAll();
    expect(smtp.mails.slice(before)).toHaveLength(1);
    const mail = smtp.mails.at(-1);
    expect(mail).toMatchObject({ from: 'no-reply@lotto.example', to: email });
    expect(mail?.data).toMatch(/^From: Golden Lotto <no-reply@lotto\.example>$/m);
    expect(mail?.data).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(mail?.data).toMatch(/^Message-ID: <\d+\.\d+@lotto\.example>$/im);
    expect(mail?.data).toMatch(/^Content-Type: text\/plain/m);
    expect(mail?.data).toMatch(/^Content-Type: text\/html/m);
    expect(mail?.data).toContain(`Hello ${username},`);
    expect(mail?.data).toContain('https://lotto.example');
    expect(await states(sending)).toEqual([{ state: 'sent', attempts: 1, sealed: null }]);
  });

  it('retries with growing delays until the mail server accepts the mail', async () => {
    smtp.answerRecipients('451 4.3.0 later');
    await createPlayer(sending);
    expect(await sending.deps.messages.sendDue()).toBe(1);
    for (const waitSeconds of [5, 20, 80]) {
      sending.clock.advance(waitSeconds * 1000 - 1);
      expect([waitSeconds, await sending.deps.messages.sendDue()]).toEqual([waitSeconds, 0]);
      sending.clock.advance(1);
      expect([waitSeconds, await sending.deps.messages.sendDue()]).toEqual([waitSeconds, 1]);
    }
    expect(await states(sending)).toMatchObject([{ state: 'due', attempts: 4 }]);
    smtp.answerRecipients('250 2.1.5 ok');
    sending.clock.advance(60 * minuteMs);
    await sendAll();
    expect(await states(sending)).toEqual([{ state: 'sent', attempts: 5, sealed: null }]);
  });

  it('does not retry after a permanent rejection', async () => {
    smtp.answerRecipients('550 5.1.1 no such user');
    await createPlayer(sending);
    await sendAll();
    smtp.answerRecipients('250 2.1.5 ok');
    sending.clock.advance(60 * minuteMs);
    await sendAll();
    expect(await states(sending)).toEqual([{ state: 'failed', attempts: 1, sealed: null }]);
  });

  it('does not send a mail whose code has expired', async () => {
    smtp.answerRecipients('451 4.3.0 later');
    const { email } = await createPlayer(sending);
    await sending.call('accounts/sendOtp', { type: 3, email_address: email, notification_type: 2 });
    await sendAll();
    smtp.answerRecipients('250 2.1.5 ok');
    sending.clock.advance(11 * minuteMs);
    const before = smtp.mails.length;
    await sendAll();
    expect(smtp.mails.slice(before).map(({ data }) => data)).not.toContainEqual(
      expect.stringContaining('code for a new password'),
    );
    expect(await states(sending)).toEqual([{ state: 'failed', attempts: 2, sealed: null }]);
  });

  it('never sends a mail of a signup that is rolled back', async () => {
    await sendAll();
    const { username } = await createPlayer(sending);
    await sendAll();
    const before = smtp.mails.length;
    const { body } = await sending.call(
      'accounts/signup',
      shortForm({ username, email_address: `${freshName()}@mail.example` }),
    );
    expect(body.firstCode).toBe('10496');
    await sendAll();
    expect(smtp.mails.length).toBe(before);
  });

  it('sends a mail only once if two senders run concurrently', async () => {
    await sendAll();
    const before = smtp.mails.length;
    const players = await Promise.all(Array.from({ length: 12 }, () => createPlayer(sending)));
    await Promise.all([1, 2, 3, 4].map(() => sending.deps.messages.sendDue()));
    await sendAll();
    expect(
      smtp.mails
        .slice(before)
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(players.map(({ email }) => email).toSorted());
  });

  it('sends the other mails even if one mail cannot be decrypted', async () => {
    await sendAll();
    await createPlayer(sending);
    await queryDatabase(
      sending.databaseUrl,
      "update messages set sealed = overlay(sealed placing 'AAAA' from 20) where state = 'due'",
    );
    const { email } = await createPlayer(sending);
    await sendAll();
    expect(smtp.mails.at(-1)?.to).toBe(email);
    const due = await queryDatabase(sending.databaseUrl, "select 1 from messages where state = 'due'");
    expect(due).toEqual([]);
  });

  it('logs a mail without its content or recipient', async () => {
    smtp.answerRecipients('550 5.1.1 <somebody> is unknown');
    const { email, username } = await createPlayer(sending);
    await sendAll();
    smtp.answerRecipients('250 2.1.5 ok');
    expect(logged.join('')).toContain('message not sent');
    for (const secret of [email, username, 'somebody', 'Your account is open'])
      expect(logged.join('')).not.toContain(secret);
  });
});

async function createByPhone() {
  const mobile_no = `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
  const { email_address: _, ...form } = shortForm();
  await sending.call('accounts/signup', { ...form, country_code: '+91', mobile_no });
  return `+91${mobile_no}`;
}

describe('text message delivery', () => {
  it('posts the message to the webhook as signed JSON', async () => {
    await sendAll();
    hook.got.length = 0;
    const to = await createByPhone();
    await sendAll();
    const [got] = hook.got;
    expect(hook.got).toHaveLength(1);
    expect(JSON.parse(got?.body ?? '')).toEqual({
      id: expect.stringMatching(/^\d+$/),
      to,
      text: expect.stringMatching(/^Golden Lotto: welcome/),
    });
    const timestamp = String(got?.headers['x-timestamp']);
    expect(got?.headers['x-signature']).toBe(
      createHmac('sha256', smsKey).update(`${timestamp}\n/send\n${got?.body}`).digest('hex'),
    );
    expect(got?.headers['content-type']).toBe('application/json');
  });

  it.each([
    [503, 'due'],
    [429, 'due'],
    [400, 'failed'],
  ])('derives the message’s state from the webhook’s status: %i gives "%s"', async (status, state) => {
    hook.status = status;
    await createByPhone();
    await sendAll();
    hook.status = 200;
    expect(await states(sending)).toMatchObject([{ state }]);
    sending.clock.advance(60 * minuteMs);
    await sendAll();
  });
});

function ask(platform: TestPlatform, path: string, headers: Record<string, string>) {
  return new Promise<number>((resolve, reject) => {
    const { port } = new URL(platform.url);
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('outbox page', () => {
  it('shows unsent messages, newest first, each as text and as HTML', async () => {
    const { email, username } = await createPlayer(outboxed);
    await outboxed.call('accounts/sendOtp', { type: 3, email_address: email, notification_type: 2 });
    const [otp, welcome, ...more] = await readOutbox(outboxed, email.toUpperCase());
    expect(more).toEqual([]);
    expect(welcome).toMatchObject({ template: 'welcome', channel: 'mail', language: 'en', otp: null });
    expect(otp).toMatchObject({ template: 'reset_otp', otp: expect.stringMatching(/^\d{6}$/) });
    for (const part of [otp?.text, otp?.html]) {
      expect(part).toContain(otp?.otp);
      expect(part).toContain(username);
    }
    expect(await readOutbox(outboxed, 'nobody@mail.example')).toEqual([]);
  });

  it('requires the API keys unless the request comes from the same machine with a local Host header', async () => {
    const path = '/outbox?to=a@mail.example';
    expect(await ask(outboxed, path, { host: 'localhost:3001' })).toBe(200);
    expect(await ask(outboxed, path, { host: 'rebound.example' })).toBe(401);
    expect(await ask(outboxed, path, { host: 'platform.example', ...authHeaders })).toBe(200);
  });

  it.each(['/outbox', '/outbox?to=', `/outbox?to=${'a'.repeat(65)}`, '/outbox?to=a&to=b'])(
    'returns 400 for %s',
    async (path) => {
      expect(await ask(outboxed, path, { host: 'localhost' })).toBe(400);
    },
  );

  it('returns 404 when it is disabled, even with the API keys', async () => {
    expect(await ask(silent, '/outbox?to=a@mail.example', { host: 'localhost', ...authHeaders })).toBe(404);
    await createPlayer(silent);
    await silent.deps.messages.sendDue();
    expect(await states(silent)).toMatchObject([{ state: 'due', attempts: 0 }]);
  });
});
