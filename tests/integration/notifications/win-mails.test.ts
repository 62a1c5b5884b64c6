import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postNext } from '../../../platform/draws/poster.ts';
import { queueWinMails } from '../../../platform/draws/win-mails.ts';
import { freshMail, moveMail, verifyMail } from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { fund } from '../../helpers/funded-player.ts';
import { type LargeDraw, startLargeDraw } from '../../helpers/large-draw.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { type SmtpServer, startSmtpServer } from '../../helpers/smtp-server.ts';
import { annul, correct, jaldiDrawn } from '../draws-corrections/plays.ts';

const now = new Date('2026-11-21T12:02:00Z');
const catalogue = gamesOf('jaldi');
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({
    now,
    catalogue,
    config: { siteUrl: 'https://lotto.example', siteLanguages: ['en', 'nb'] },
  });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

function rupees(minor: number): string {
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(minor / 100);
}

const everyNumber = Array.from({ length: 10 }, (_, number) => ({ number }));

async function playerOn(on: TestPlatform, { winMail = 1, isVerified = true, language = 'en' } = {}) {
  const player = await createPlayer(on);
  await fund(on, player.accountId, 'deposit', 10_000_00);
  if (isVerified) await verifyMail(on, player, player.email);
  const change = { userLanguge: language, ...(winMail === 1 ? { winMail: 1 as const } : {}) };
  const { body } = await player.call('accounts/updateUserDetails', change);
  expect(body).toMatchObject({ success: true, data: { winMail, emailVerified: isVerified } });
  return player;
}

/** Buys lines in the next Jaldi draw. By default, the lines contain all ten numbers, so that one line wins. */
async function buyWinner(on: TestPlatform, player: TestPlayer, lines = everyNumber): Promise<void> {
  const { body } = await on.call('upcomingDraw', { action: 'upcomingDraw' });
  const drawId = body.success ? (body.data.gameList[0]?.drawId ?? '') : '';
  const order = { gameId: 'jaldi', drawId, lines, idempotencyKey: randomUUID() };
  expect((await player.call('tickets/buy', order)).body.firstCode).toBe('10000');
}

async function queueAll(on: TestPlatform = platform): Promise<void> {
  while ((await queueWinMails(on.deps)) > 0);
}

/** Runs the next Jaldi draw and queues the mails about its wins. */
async function drawAndQueue(on: TestPlatform = platform) {
  const drawn = await drawNextJaldi(on);
  await queueAll(on);
  return drawn;
}

async function winMailsTo(address: string) {
  return (await readOutbox(platform, address)).filter(({ template }) => template === 'win');
}

/** Returns the messages of the player's notifications about wins. */
async function notifiedWins(player: TestPlayer): Promise<string[]> {
  const { body } = await player.call('notifications/list', { tab: 'transactions' });
  return body.success ? body.data.notifications.map(({ message }) => message) : [];
}

describe('win mail to a subscriber', () => {
  it('is sent only once for all receipts that won in a draw, and contains draw, date, amount and links', async () => {
    const player = await playerOn(platform);
    await buyWinner(platform, player);
    await buyWinner(platform, player);
    const { number } = await drawAndQueue();
    await queueAll();
    const [mail, ...more] = await winMailsTo(player.email);
    expect(more).toEqual([]);
    const [sums] = await queryDatabase<{ won: string }>(
      platform.databaseUrl,
      'select sum(amount_minor)::text as won from wins join tickets using (draw_id, receipt_number, line_no) where account_id = $1',
      [player.accountId],
    );
    const amount = rupees(Number(sums?.won));
    expect(mail).toMatchObject({
      channel: 'mail',
      language: 'en',
      subject: `Golden Jaldi, draw ${number}: you have won`,
    });
    for (const part of [mail?.text, mail?.html?.replaceAll(/<\/?span[^>]*>/g, '')]) {
      for (const text of [
        `You have won ${amount}`,
        `Golden Jaldi, draw ${number} of 21 November 2026, have won ${amount} in total`,
        'We never ask for a fee to pay a prize',
        'https://lotto.example/my-accounts/tickets',
        'https://lotto.example/my-accounts/edit',
        player.username,
      ])
        expect(part).toContain(text);
    }
  });

  it('is written in the language of the player’s profile', async () => {
    const player = await playerOn(platform, { language: 'nb' });
    await buyWinner(platform, player);
    const { number } = await drawAndQueue();
    const [mail] = await winMailsTo(player.email);
    expect(mail).toMatchObject({
      language: 'nb',
      subject: `Golden Jaldi, trekning ${number}: du har vunnet`,
    });
    expect(mail?.text).toMatch(/den 21\. november 2026, har vunnet \d+\u00a0₹ til sammen/);
    expect(mail?.text).toContain('https://lotto.example/nb/my-accounts/tickets');
  });

  it('is sent to the address that is verified when the mail is queued', async () => {
    const player = await playerOn(platform);
    await buyWinner(platform, player);
    await drawNextJaldi(platform);
    const address = freshMail();
    await moveMail(platform, player, address);
    await queueAll();
    expect(await winMailsTo(address)).toHaveLength(1);
    expect(await winMailsTo(player.email)).toEqual([]);
  });

  it('is not sent for a draw in which the player won no prize', async () => {
    // Each player buys half of the numbers, so exactly one of the players wins.
    const [low, high] = [await playerOn(platform), await playerOn(platform)];
    await buyWinner(platform, low, everyNumber.slice(0, 5));
    await buyWinner(platform, high, everyNumber.slice(5));
    await drawAndQueue();
    const mails = [...(await winMailsTo(low.email)), ...(await winMailsTo(high.email))];
    expect(mails).toHaveLength(1);
    const winner = (await notifiedWins(low)).length > 0 ? low : high;
    const [mail] = await winMailsTo(winner.email);
    expect(mail?.messageId).toBe(mails[0]?.messageId);
  });
});

describe('win mail', () => {
  it('is not sent to a player who has not subscribed', async () => {
    const player = await playerOn(platform, { winMail: 0 });
    await buyWinner(platform, player);
    await drawAndQueue();
    expect(await notifiedWins(player)).toHaveLength(1);
    expect(await winMailsTo(player.email)).toEqual([]);
  });

  it('is not sent to an address that is not verified', async () => {
    const player = await playerOn(platform, { isVerified: false });
    await buyWinner(platform, player);
    await drawAndQueue();
    expect(await notifiedWins(player)).toHaveLength(1);
    expect(await winMailsTo(player.email)).toEqual([]);
  });

  it('is not sent after the player unsubscribes, even if the draw has already taken place', async () => {
    const player = await playerOn(platform);
    await buyWinner(platform, player);
    await drawNextJaldi(platform);
    const { body } = await player.call('accounts/updateUserDetails', { winMail: 0 });
    expect(body).toMatchObject({ success: true, data: { winMail: 0 } });
    await queueAll();
    expect(await winMailsTo(player.email)).toEqual([]);
  });

  it('is not sent for a draw that was published before the subscription', async () => {
    const player = await playerOn(platform, { winMail: 0 });
    await buyWinner(platform, player);
    await drawNextJaldi(platform);
    platform.clock.advance(1000);
    await player.call('accounts/updateUserDetails', { winMail: 1 });
    await queueAll();
    expect(await winMailsTo(player.email)).toEqual([]);
  });
});

describe('queue of win mails', () => {
  it('stores each mail once if several processes queue it concurrently', async () => {
    const players: TestPlayer[] = [];
    for (let made = 0; made < 5; made++) players.push(await playerOn(platform));
    for (const player of players) await buyWinner(platform, player);
    await drawNextJaldi(platform);
    await Promise.all(Array.from({ length: 4 }, () => queueWinMails(platform.deps)));
    for (const { email } of players) expect(await winMailsTo(email)).toHaveLength(1);
    expect(await queryDatabase(platform.databaseUrl, 'select * from win_mails')).toEqual([]);
  });

  it('keeps a mail for the next attempt if queueing the mail fails', async () => {
    const player = await playerOn(platform);
    await buyWinner(platform, player);
    await drawNextJaldi(platform);
    const failing = { writeAll: () => Promise.reject(new Error('no disk')), wake: () => undefined };
    await expect(queueWinMails({ ...platform.deps, messages: failing })).rejects.toThrow('no disk');
    await queueAll();
    expect(await winMailsTo(player.email)).toHaveLength(1);
  });

  it('deletes the mails of a deleted account', async () => {
    const player = await playerOn(platform);
    await buyWinner(platform, player);
    await drawNextJaldi(platform);
    const stored = () =>
      queryDatabase(platform.databaseUrl, 'select 1 from win_mails where account_id = $1', [
        player.accountId,
      ]);
    expect(await stored()).toHaveLength(1);
    // An account that holds money cannot be deleted.
    for (const bucket of ['deposit', 'winnings'] as const) {
      const held = await platform.deps.ledger.balances(`player:${player.accountId}`, 'INR');
      await fund(platform, player.accountId, bucket, -(held.get(bucket) ?? 0));
    }
    const ran = await operatorOf(platform)('players', 'delete', player.username, '--reason', 'Requested');
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(await stored()).toEqual([]);
  });
});

describe('player with receipts in several batches of a large draw', () => {
  let draw: LargeDraw;
  let player: TestPlayer;
  beforeAll(async () => {
    draw = await startLargeDraw(100);
    player = await playerOn(draw.platform);
    const { drawId } = draw;
    for (let receipt = 0; receipt < 8; receipt++) {
      const lines = Array.from({ length: 10 }, (_, index) => [10 * receipt + index + 1]);
      await player.call('tickets/buy', { gameId: 'keno', drawId, lines, idempotencyKey: randomUUID() });
    }
    await draw.tickAt(draw.closeAt);
    await draw.tickAt(draw.drawAt);
  });
  afterAll(() => draw?.platform.stop());

  const wonSoFar = async (): Promise<string> => {
    const [sums] = await queryDatabase<{ won: string }>(
      draw.platform.databaseUrl,
      "select sum((data ->> 'amountMinor')::bigint)::text as won from notifications where account_id = $1 and kind = 'win'",
      [player.accountId],
    );
    return rupees(Number(sums?.won));
  };

  it('gets one notification, which becomes unread again when its amount grows', async () => {
    const { platform: large } = draw;
    expect((await draw.row()).ticketsTotal).toBe(180);
    while ((await notifiedWins(player)).length === 0) expect(await postNext(large.deps)).toBe('batch');
    const early = await notifiedWins(player);
    expect(early).toEqual([expect.stringContaining(`${await wonSoFar()} is in your wallet`)]);
    await player.call('notifications/list', { markRead: true });
    expect(await queueWinMails(large.deps)).toBe(0);
    await draw.postAll();
    const late = await notifiedWins(player);
    const won = await large.deps.ledger.balances(`player:${player.accountId}`, 'INR');
    expect(late).toEqual([
      expect.stringContaining(`: ${rupees(won.get('winnings') ?? 0)} is in your wallet`),
    ]);
    expect(late).not.toEqual(early);
    const { body } = await player.call('notifications/list', {});
    expect(body).toMatchObject({ data: { unreadCount: 1 } });
  });

  it('gets one mail with the whole amount, after all prizes are posted', async () => {
    await queueAll(draw.platform);
    const mails = (await readOutbox(draw.platform, player.email)).filter(
      ({ template }) => template === 'win',
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`have won ${await wonSoFar()} in total`);
  });
});

describe('delivery of win mails over SMTP', () => {
  let smtp: SmtpServer;
  let sending: TestPlatform;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    sending = await startPlatform({
      now,
      catalogue,
      config: { mail: { url: smtp.url, from: 'no-reply@lotto.example' } },
    });
    // The platform must not send messages in the background, because the tests call `sendDue`.
    await sending.deps.messages.stop();
    await sending.deps.engine.tick();
  });
  afterAll(async () => {
    await sending?.stop();
    await smtp?.close();
  });

  const sendAll = async () => {
    while ((await sending.deps.messages.sendDue()) > 0);
  };
  const winMailsSentTo = (address: string) =>
    smtp.mails.filter(({ to, data }) => to === address && /^Subject: .*you have won/m.test(data));
  /** Creates subscribers. Their addresses are verified in the database, because this platform has no outbox. */
  async function winners(count: number): Promise<TestPlayer[]> {
    const players: TestPlayer[] = [];
    for (let made = 0; made < count; made++) players.push(await playerOn(sending, { isVerified: false }));
    await queryDatabase(sending.databaseUrl, 'update accounts set email_verified_at = created_at');
    return players;
  }
  /** Corrects the drawn number by adding `by` to it. The number after 9 is 0. */
  async function raiseDrawn(drawNumber: number, by: number): Promise<void> {
    const drawId = `jaldi-${drawNumber}`;
    const [row] = await queryDatabase<{ first: number }>(
      sending.databaseUrl,
      'select (drawn ->> 0)::int as first from draws where draw_id = $1',
      [drawId],
    );
    await correct(sending, { drawId, drawn: jaldiDrawn(((row?.first ?? 0) + by) % 10) });
  }

  it('sends one-time passwords first, even if win mails were queued earlier', async () => {
    const players = await winners(12);
    for (const player of players) await buyWinner(sending, player);
    await sendAll();
    await drawAndQueue(sending);
    sending.clock.advance(1000);
    const [first] = players;
    if (!first) throw new Error('no player');
    smtp.mails.length = 0;
    await sending.call('accounts/sendOtp', { type: 3, email_address: first.email, notification_type: 2 });
    expect(await sending.deps.messages.sendDue()).toBe(10);
    expect(smtp.mails.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1])).toContain(
      'Your code for a new password',
    );
    await sendAll();
    for (const { email } of players) expect(winMailsSentTo(email)).toHaveLength(1);
  });

  it('skips a mail if a correction takes the prize away before the mail is sent', async () => {
    const [low, high] = await winners(2);
    if (!low || !high) throw new Error('no players');
    await buyWinner(sending, low, everyNumber.slice(0, 5));
    await buyWinner(sending, high, everyNumber.slice(5));
    await sendAll();
    const { number } = await drawAndQueue(sending);
    await raiseDrawn(number, 5);
    await sendAll();
    expect([...winMailsSentTo(low.email), ...winMailsSentTo(high.email)]).toEqual([]);
  });

  it('sends no mail if the draw is voided before its mails are queued', async () => {
    const [player] = await winners(1);
    if (!player) throw new Error('no player');
    await buyWinner(sending, player);
    const { number } = await drawNextJaldi(sending);
    await annul(sending, { drawId: `jaldi-${number}` });
    await queueAll(sending);
    await sendAll();
    expect(winMailsSentTo(player.email)).toEqual([]);
  });

  it('sends one mail to a player whose prize remains the same after a correction', async () => {
    const [player] = await winners(1);
    if (!player) throw new Error('no player');
    await buyWinner(sending, player);
    const { number } = await drawAndQueue(sending);
    // Every number has the same prize, so a player with all ten numbers wins the same prize after the correction.
    await raiseDrawn(number, 2);
    await sendAll();
    expect(winMailsSentTo(player.email)).toHaveLength(1);
  });
});
