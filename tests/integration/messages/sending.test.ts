import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Template } from '../../../platform/messages/kinds.ts';
import { createMailTransport, DeliveryFailed } from '../../../platform/messages/transports.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer } from '../../helpers/player.ts';
import { type ReceivedMail, type SmtpServer, startSmtpServer } from '../../helpers/smtp-server.ts';

const now = new Date('2026-11-21T12:02:00Z');
const logged: string[] = [];
let smtp: SmtpServer;
let platform: TestPlatform;
beforeAll(async () => {
  smtp = await startSmtpServer();
  platform = await startPlatform({
    now,
    catalogue: gamesOf('jaldi'),
    logger: pino({ level: 'info' }, { write: (line: string) => logged.push(line) }),
    config: {
      outbox: false,
      siteUrl: 'https://lotto.example',
      siteLanguages: ['en', 'hi', 'pt', 'nb'],
      supportEmail: 'support@lotto.example',
      mail: { url: smtp.url, from: 'Golden Lotto <no-reply@lotto.example>' },
    },
  });
  // The platform must not send messages in the background, because the tests call `sendDue`.
  await platform.deps.messages.stop();
});
afterAll(async () => {
  await platform?.stop();
  await smtp?.close();
});

async function sent(
  template: Template,
  values: Record<string, string>,
  username: string | null = null,
  accountId?: string,
): Promise<ReceivedMail> {
  const before = smtp.mails.length;
  const to = { channel: 'mail' as const, address: 'asha@mail.example' };
  await platform.deps.messages.write(
    { template, to, username, language: 'en', values, ...(accountId ? { accountId } : {}) },
    platform.deps.db,
  );
  await platform.deps.messages.sendDue();
  const [mail, ...more] = smtp.mails.slice(before);
  if (!mail) throw new Error(`no mail: ${template}`);
  expect(more).toEqual([]);
  return mail;
}

/** Returns the unfolded headers of a mail. */
function headersOf({ data }: ReceivedMail): string[] {
  return (data.split('\n\n')[0] ?? '').replace(/\n[ \t]+/g, ' ').split('\n');
}

/** Returns the mail's HTML, decoded from quoted-printable (RFC 2045). */
function htmlOf({ data }: ReceivedMail): string {
  const html = data.slice(data.indexOf('<!doctype html>')).replace(/=\n/g, '');
  const bytes = html.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

describe('mail to a player', () => {
  it('names the support address for replies', async () => {
    const mail = await sent('password_changed', {});
    expect(headersOf(mail)).toContain('Reply-To: support@lotto.example');
    expect(htmlOf(mail)).toContain('href="mailto:support@lotto.example"');
  });

  it('contains no additional header if a name has line breaks', async () => {
    const bringer = 'Eve\r\nBcc: all@mail.example\r\n\r\n<script>';
    const mail = await sent('refer_friend', { bringer, code: 'KITE', stop: 'https://lotto.example/stop' });
    const headers = headersOf(mail);
    expect(headers.filter((line) => /^bcc:/i.test(line))).toEqual([]);
    expect(headers).toContain('Subject: Eve Bcc: all@mail.example <script> invites you to Golden Lotto');
    expect(htmlOf(mail)).not.toContain('<script');
    expect(headers).toContain('List-Unsubscribe: <https://lotto.example/stop>');
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  it('escapes HTML in a name', async () => {
    const html = htmlOf(await sent('password_changed', {}, `<img src=x onerror=alert(1)>"'&`));
    expect(html).toContain('Hello &lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;,');
    expect(html).not.toContain('<img');
  });

  it('isolates a name that is written from right to left, and removes its direction marks', async () => {
    const html = htmlOf(await sent('password_changed', {}, 'עדן\u202e\u2067 gro.elgoog'));
    expect(html).toContain('Hello <bdi>עדן gro.elgoog</bdi>,');
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });
});

describe('mail to the operator about a visitor’s message', () => {
  it('names the visitor’s address for replies', async () => {
    const mail = await sent('support_contact', {
      reference: 'GL-1',
      name: 'Asha',
      email: 'visitor@mail.example',
      message: 'One\nTwo',
    });
    expect(headersOf(mail)).toContain('Reply-To: visitor@mail.example');
    expect(htmlOf(mail)).toContain('One<br>Two');
    expect(htmlOf(mail)).not.toContain('Answer this mail');
  });
});

describe('subscription mail', () => {
  const win = { game: 'Keno', draw: '7', date: 'today', amount: '₹5' };

  it('has the List-Unsubscribe headers, unlike a necessary mail', async () => {
    const player = await createPlayer(platform);
    await platform.deps.messages.sendDue();
    await player.call('accounts/updateUserDetails', { winMail: 1 });
    const mail = await sent('win', win, player.username, player.accountId);
    const headers = headersOf(mail);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const link = headers
      .find((line) => line.startsWith('List-Unsubscribe: '))
      ?.slice(18)
      .replaceAll(' ', '');
    expect(link).toMatch(/^<https:\/\/lotto\.example\/account\/unsubscribe\?token=[\w-]{100,200}>$/);
    expect(htmlOf(mail)).toContain('>Stop these mails</a>');
    const necessary = await sent('password_changed', {}, player.username, player.accountId);
    expect(headersOf(necessary).filter((line) => /^list-/i.test(line))).toEqual([]);
    expect(htmlOf(necessary)).not.toContain('Stop these mails');
  });

  it('is discarded if the player is not subscribed when the mail is to be sent', async () => {
    const player = await createPlayer(platform);
    await platform.deps.messages.sendDue();
    await expect(sent('win', win, player.username, player.accountId)).rejects.toThrow('no mail: win');
    const states = await queryDatabase(
      platform.databaseUrl,
      "select state, sealed from messages where template = 'win' order by message_id desc limit 1",
    );
    expect(states).toEqual([{ state: 'void', sealed: null }]);
  });
});

function write(address: string) {
  return platform.deps.messages.write(
    {
      template: 'password_changed',
      to: { channel: 'mail', address },
      username: null,
      language: 'en',
      values: {},
    },
    platform.deps.db,
  );
}

describe('SMTP connection', () => {
  it('sends other mails before it retries the mail that broke the connection', async () => {
    const { messages } = platform.deps;
    while ((await messages.sendDue()) > 0);
    smtp.treat('breaks@mail.example', 'break');
    await write('breaks@mail.example');
    await messages.sendDue();
    smtp.mails.length = 0;
    await write('next@mail.example');
    await messages.sendDue();
    expect(smtp.mails.map(({ to }) => to)).toEqual(['next@mail.example']);
    const rows = await queryDatabase(
      platform.databaseUrl,
      "select attempts, due_at > created_at as is_later from messages where state = 'due'",
    );
    expect(rows).toEqual([{ attempts: 1, is_later: true }]);
    expect(logged.join('')).not.toContain('unreachable');
    await queryDatabase(platform.databaseUrl, "update messages set state = 'failed' where state = 'due'");
  });

  it('reports a failure after the time limit, both for hanging mails and for the mails that wait behind them', async () => {
    smtp.mails.length = 0;
    const addresses = Array.from({ length: 6 }, (_, nth) => `slow${nth}@mail.example`);
    for (const address of addresses) smtp.treat(address, 'hang');
    const transport = createMailTransport({ url: smtp.url, from: 'no-reply@lotto.example', limitMs: 300 });
    const sending = addresses.map((to, messageId) =>
      transport.send({
        messageId,
        createdAt: now,
        to,
        replyTo: null,
        unsubscribe: null,
        subject: 'Slow',
        text: 'Slow',
        html: 'Slow',
        sms: 'Slow',
      }),
    );
    const reasons = (await Promise.allSettled(sending)).map((one) =>
      one.status === 'rejected' && one.reason instanceof DeliveryFailed
        ? [one.reason.message, one.reason.isUnreachable, one.reason.isPermanent]
        : one.status,
    );
    expect(reasons).toEqual(addresses.map(() => ['SMTP EABORT', false, false]));
    expect(smtp.mails).toEqual([]);
    transport.close();
  });
});

describe('outage of the mail server for an hour', () => {
  it('causes no lost mail, no duplicate and no mail with an expired code, and is logged every ten minutes', async () => {
    const { messages } = platform.deps;
    const { email } = await createPlayer(platform);
    while ((await messages.sendDue()) > 0);
    const port = Number(new URL(smtp.url).port);
    await smtp.close();
    const readers = Array.from({ length: 25 }, (_, nth) => `reader${nth}@mail.example`);
    for (const address of readers) await write(address);
    await platform.call('accounts/sendOtp', { type: 3, email_address: email, notification_type: 2 });
    logged.length = 0;
    for (let minute = 0; minute < 60; minute++) {
      await messages.sendDue();
      platform.clock.advance(60_000);
    }
    const outages = logged.filter((line) => line.includes('mail server unreachable, messages wait'));
    expect(outages).toHaveLength(6);
    expect(JSON.parse(outages[0] ?? '')).toMatchObject({ level: 50, channel: 'mail', waiting: 26 });
    expect(logged.join('')).not.toContain('@mail.example');

    smtp = await startSmtpServer(port);
    for (let turn = 0; turn < 10; turn++) {
      await messages.sendDue();
      // During an outage, the platform tries only one message every 30 s. The first message that it tries now may be
      // the mail with the expired code.
      platform.clock.advance(30_000);
    }
    expect(smtp.mails.map(({ to }) => to).toSorted()).toEqual(readers.toSorted());
    expect(logged.join('')).toContain('mail server reachable again');
    const states = await queryDatabase(
      platform.databaseUrl,
      "select state from messages where template = 'reset_otp'",
    );
    expect(states).toEqual([{ state: 'failed' }]);
  });
});
