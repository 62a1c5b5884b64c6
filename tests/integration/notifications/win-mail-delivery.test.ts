import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import type { TestPlayer } from '../../helpers/player.ts';
import { type SmtpServer, startSmtpServer } from '../../helpers/smtp-server.ts';
import { annul, correct, jaldiDrawn } from '../draws-corrections/plays.ts';
import {
  buyWinner,
  catalogue,
  drawAndQueue,
  everyNumber,
  now,
  playerOn,
  queueAll,
} from './winning-players.ts';

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
