import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postNext } from '../../../platform/draws/poster.ts';
import { queueWinMails } from '../../../platform/draws/win-mails.ts';
import { freshMail, moveMail } from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { fund } from '../../helpers/funded-player.ts';
import { type LargeDraw, startLargeDraw } from '../../helpers/large-draw.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import type { TestPlayer } from '../../helpers/player.ts';
import {
  buyWinner,
  catalogue,
  drawAndQueue,
  everyNumber,
  notifiedWins,
  now,
  playerOn,
  queueAll,
} from './winning-players.ts';

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

async function winMailsTo(address: string) {
  return (await readOutbox(platform, address)).filter(({ template }) => template === 'win');
}

describe('win mail to a subscriber', () => {
  it('is sent only once for all receipts that won in a draw, and contains draw, date, amount and links', async () => {
    const player = await playerOn(platform);
    await buyWinner(platform, player);
    await buyWinner(platform, player);
    const { number } = await drawAndQueue(platform);
    await queueAll(platform);
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
    const { number } = await drawAndQueue(platform);
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
    await queueAll(platform);
    expect(await winMailsTo(address)).toHaveLength(1);
    expect(await winMailsTo(player.email)).toEqual([]);
  });

  it('is not sent for a draw in which the player won no prize', async () => {
    // Each player buys half of the numbers, so exactly one of the players wins.
    const [low, high] = [await playerOn(platform), await playerOn(platform)];
    await buyWinner(platform, low, everyNumber.slice(0, 5));
    await buyWinner(platform, high, everyNumber.slice(5));
    await drawAndQueue(platform);
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
    await drawAndQueue(platform);
    expect(await notifiedWins(player)).toHaveLength(1);
    expect(await winMailsTo(player.email)).toEqual([]);
  });

  it('is not sent to an address that is not verified', async () => {
    const player = await playerOn(platform, { isVerified: false });
    await buyWinner(platform, player);
    await drawAndQueue(platform);
    expect(await notifiedWins(player)).toHaveLength(1);
    expect(await winMailsTo(player.email)).toEqual([]);
  });

  it('is not sent after the player unsubscribes, even if the draw has already taken place', async () => {
    const player = await playerOn(platform);
    await buyWinner(platform, player);
    await drawNextJaldi(platform);
    const { body } = await player.call('accounts/updateUserDetails', { winMail: 0 });
    expect(body).toMatchObject({ success: true, data: { winMail: 0 } });
    await queueAll(platform);
    expect(await winMailsTo(player.email)).toEqual([]);
  });

  it('is not sent for a draw that was published before the subscription', async () => {
    const player = await playerOn(platform, { winMail: 0 });
    await buyWinner(platform, player);
    await drawNextJaldi(platform);
    platform.clock.advance(1000);
    await player.call('accounts/updateUserDetails', { winMail: 1 });
    await queueAll(platform);
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
    await queueAll(platform);
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
