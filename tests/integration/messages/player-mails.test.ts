import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify } from '../../../platform/notifications/notify.ts';
import { verifyMail } from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer } from '../../helpers/player.ts';

const now = new Date('2026-11-21T12:02:00Z');
const rupees = (amountMinor: number) => ({ amountMinor, currencyCode: 'INR' });
const prize = { game: 'Golden Jaldi', draw: 7794 };
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({
    now,
    catalogue: gamesOf('jaldi'),
    config: { siteUrl: 'https://lotto.example', siteLanguages: ['en', 'hi', 'pt', 'nb'] },
  });
});
afterAll(() => platform?.stop());

async function playerWith({ isVerified = true, userLanguge = 'en' } = {}) {
  const player = await createPlayer(platform, { userLanguge });
  const verified = isVerified ? await verifyMail(platform, player, player.email) : '10000';
  expect(verified).toBe('10000');
  return player;
}

async function mailsAbout(kind: string, address: string) {
  return (await readOutbox(platform, address)).filter(({ template }) => template === kind);
}

describe('mail for a notification', () => {
  it('is sent to the verified address in the player’s language, with the amount and a link', async () => {
    const player = await playerWith({ userLanguge: 'nb' });
    await notify(platform.deps.db, player.accountId, 'withdrawal_paid', rupees(123_456_700), now);
    const [mail, ...more] = await mailsAbout('withdrawal_paid', player.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ language: 'nb', subject: 'Uttaket ditt er utbetalt' });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(player.username);
      expect(part).toContain('Uttaket ditt på 1\u00a0234\u00a0567\u00a0₹ er utbetalt');
      expect(part).toContain('https://lotto.example/nb/my-accounts/withdrawals');
    }
  });

  it('states times in the time zone of the site and names limits in words', async () => {
    const player = await playerWith();
    const about = { limit: 'spend', period: 'month', confirmableAt: '2026-11-22T12:02:00Z' } as const;
    await notify(platform.deps.db, player.accountId, 'limit_waiting', { ...about, ...rupees(5_000_00) }, now);
    await notify(platform.deps.db, player.accountId, 'limit_waiting', about, now);
    const [removed, raised] = await mailsAbout('limit_waiting', player.email);
    expect(raised?.subject).toBe('A change of your monthly spending limit waits for you');
    expect(raised?.text).toContain('New limit: ₹5,000');
    expect(raised?.text).toContain('from 22 November 2026 at 17:32 (IST)');
    expect(removed?.text).not.toContain('New limit');
    expect(removed?.text).toContain('https://lotto.example/my-accounts/limits\n');
  });

  it('names a new bank account, the time when it was added, and the page that removes it', async () => {
    const player = await playerWith();
    await notify(platform.deps.db, player.accountId, 'destination_added', { label: '•••• 6789' }, now);
    const [mail] = await mailsAbout('destination_added', player.email);
    expect(mail?.subject).toBe('A bank account was added: •••• 6789');
    expect(mail?.text).toContain('•••• 6789 was added to your account on 21 November 2026 at 17:32 (IST)');
    expect(mail?.text).toContain('If you did not add it, change your password at once');
    expect(mail?.text).toContain('https://lotto.example/my-accounts/destinations');
  });

  it.each([
    ['limit_kept', { limit: 'spend', period: 'month' }, 'Your monthly spending limit', 'limits'],
    ['prize_accepted', { ...prize, ...rupees(1_100_00) }, 'Your prize of ₹1,100 in Golden Jaldi', 'tickets'],
    ['bonus_cancelled', { ...rupees(50_00), reason: 'Two accounts.' }, '₹50\n\nReason: Two acc', 'balances'],
    ['points_taken', { points: 12_500, reason: 'Two accounts.' }, '12,500\n\nReason: Two acc', 'balances'],
  ] as const)('is sent to every verified player: kind `%s`', async (kind, data, words, page) => {
    const player = await playerWith();
    await notify(platform.deps.db, player.accountId, kind, data, now);
    const [mail] = await mailsAbout(kind, player.email);
    expect(mail?.text).toContain(words);
    expect(mail?.text).toContain(`https://lotto.example/my-accounts/${page}\n`);
    expect(mail?.text).not.toContain('unsubscribe');
  });

  it('is not sent to an unverified address', async () => {
    const player = await playerWith({ isVerified: false });
    await notify(platform.deps.db, player.accountId, 'deposit', rupees(100), now);
    expect(await mailsAbout('deposit', player.email)).toEqual([]);
  });

  it('is not sent if the transaction of its event is rolled back', async () => {
    const player = await playerWith();
    const failing = platform.deps.db.transaction(async (tx) => {
      await notify(tx, player.accountId, 'deposit', rupees(100), now);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await mailsAbout('deposit', player.email)).toEqual([]);
  });

  it('is discarded three days after its event', async () => {
    const player = await playerWith();
    const early = new Date(now.getTime() - 3 * 86_400_000);
    await notify(platform.deps.db, player.accountId, 'deposit', rupees(100), early);
    expect(await mailsAbout('deposit', player.email)).toEqual([]);
    expect(await queryDatabase(platform.databaseUrl, 'select 1 from player_mails')).toEqual([]);
  });

  it('is queued only once if several requests queue it at the same time', async () => {
    const player = await playerWith();
    for (let at = 0; at < 5; at++)
      await notify(platform.deps.db, player.accountId, 'deposit', rupees(100), now);
    await Promise.all(Array.from({ length: 4 }, () => readOutbox(platform, player.email)));
    expect(await mailsAbout('deposit', player.email)).toHaveLength(5);
  });
});
