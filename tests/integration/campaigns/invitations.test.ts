import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { freshMail } from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { referrersOn, summary } from './referrers.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let on: ReturnType<typeof campaignPlayOn>;
beforeAll(async () => {
  platform = await startPlatform({
    now,
    catalogue: gamesOf('jaldi'),
    config: { siteUrl: 'https://lotto.example' },
  });
  await platform.deps.engine.tick();
  on = campaignPlayOn(platform);
});
afterAll(() => platform?.stop());

const createReferrer = referrersOn(() => platform);

async function invite(player: TestPlayer, email_addresses: string[], userLanguge?: string) {
  const { body } = await player.call('transaction/referAFriend', {
    email_addresses,
    ...(userLanguge === undefined ? {} : { userLanguge }),
  });
  return body;
}

describe('invitation', () => {
  it('is sent to a friend once, in the requested language, with the referral code', async () => {
    const { player: asha, promoCode } = await createReferrer();
    const to = freshMail();
    expect(await invite(asha, [to, to.toUpperCase()], 'nb')).toEqual({
      success: true,
      firstCode: '10000',
      data: { invited: 1, invitationsLeft: 19 },
    });
    expect(await invite(asha, [to])).toMatchObject({ data: { invited: 1, invitationsLeft: 19 } });
    const mails = await readOutbox(platform, to);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      template: 'refer_friend',
      language: 'nb',
      subject: `${asha.username} inviterer deg til Golden Lotto`,
    });
    expect(mails[0]?.text).toContain(promoCode);
    expect(mails[0]?.html).toContain(promoCode);
    const kept = await queryDatabase(
      platform.databaseUrl,
      `select to_jsonb(invitations)::text || (select string_agg(to_jsonb(messages)::text, '') from messages) as said
       from invitations where bringer_id = $1`,
      [asha.accountId],
    );
    expect(JSON.stringify(kept)).not.toContain(to.split('@')[0]);
  });

  it('is not sent to an address that already has an account', async () => {
    const { player: asha } = await createReferrer();
    const known = await createPlayer(platform);
    const stranger = freshMail();
    expect(await invite(asha, [known.email])).toEqual({
      success: true,
      firstCode: '10000',
      data: { invited: 1, invitationsLeft: 19 },
    });
    expect(await invite(asha, [stranger])).toMatchObject({ data: { invited: 1, invitationsLeft: 18 } });
    expect((await readOutbox(platform, known.email)).map(({ template }) => template)).toEqual(['welcome']);
    expect(await readOutbox(platform, stranger)).toHaveLength(1);
  });

  it('is not sent to an excluded person, no matter how the mail address is spelled', async () => {
    const { player: asha } = await createReferrer();
    const { email, accountId } = await createPlayer(platform);
    await operatorOf(platform)('players', 'exclude', accountId, '--reason', 'Own wish');
    const spelling = email.replace('@', '+friend@');
    expect(await invite(asha, [spelling])).toMatchObject({ data: { invited: 1, invitationsLeft: 19 } });
    expect(await readOutbox(platform, spelling)).toEqual([]);
  });

  it('is not sent to a friend who has opted out of invitations', async () => {
    const [{ player: asha }, { player: ravi }] = [await createReferrer(), await createReferrer()];
    const to = freshMail();
    await invite(asha, [to]);
    const [mail] = await readOutbox(platform, to);
    const token = /https:\/\/lotto\.example\/account\/stop-invitations\?token=([\w-]{64})/.exec(
      mail?.text ?? '',
    )?.[1];
    const stop = (given: string) => platform.call('transaction/stopInvitations', { token: given });
    const forged = `${token?.slice(0, 43)}${'A'.repeat(21)}`;
    for (const given of [forged, token ?? '', token ?? '', 'A'.repeat(43)])
      expect((await stop(given)).body).toEqual({ success: true, firstCode: '10000', data: {} });
    expect(await invite(ravi, [to])).toMatchObject({ data: { invited: 1 } });
    expect(await readOutbox(platform, to)).toHaveLength(1);
    const refusals = await queryDatabase(platform.databaseUrl, 'select * from invitation_refusals');
    expect(refusals).toHaveLength(1);
  });

  it('is rejected if the sender has already sent twenty invitations that day', async () => {
    const { player: asha } = await createReferrer();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => invite(asha, Array.from({ length: 5 }, freshMail))),
    );
    expect(answers.map(({ firstCode }) => firstCode).toSorted()).toEqual([
      '10000',
      '10000',
      '10000',
      '10000',
      '15429',
      '15429',
    ]);
    expect(await summary(asha)).toMatchObject({ invited: 20, invitationsLeft: 0 });
  });

  it('is rejected unless the sender has a verified contact and an active account', async () => {
    const player = await createPlayer(platform);
    expect(await invite(player, [freshMail()])).toEqual({ success: false, firstCode: '10605' });
    await on.verify(player);
    for (const [addresses, field] of [
      [[], 'email_addresses'],
      [Array.from({ length: 6 }, freshMail), 'email_addresses'],
      [['nobody'], 'email_addresses.0'],
    ] as const) {
      const body = await invite(player, [...addresses]);
      expect(body.success ? [] : [body.firstCode, Object.keys(body.data?.fields ?? {})]).toEqual([
        '10400',
        [field],
      ]);
    }
    await queryDatabase(
      platform.databaseUrl,
      `update accounts set status = 'suspended' where account_id = $1`,
      [player.accountId],
    );
    expect(await invite(player, [freshMail()])).toEqual({ success: false, firstCode: '10604' });
    const { body } = await platform.call('transaction/referAFriend', { email_addresses: [freshMail()] });
    expect(body.firstCode).toBe('15107');
  });
});
