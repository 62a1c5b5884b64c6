import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freshMail,
  freshMobile,
  logIn,
  moveMail,
  password,
  profileOf,
  resetOtp,
  setPassword,
  takeBack,
  takeBackToken,
  templatesTo,
  verifyMail,
  verifyMobile,
} from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';

const hourMs = 3_600_000;
const siteUrl = 'https://lotto.example';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), config: { siteUrl } });
});
afterAll(() => platform?.stop());

describe('accounts/takeBackContact', () => {
  it('restores the old contact, ends all sessions and requires a new password', async () => {
    const player = await createPlayer(platform);
    expect(await verifyMail(platform, player, player.email)).toBe('10000');
    const thief = await logIn(platform, player);
    await moveMail(platform, { ...player, call: thief }, freshMail());
    platform.clock.advance(72 * hourMs - 1);
    const token = await takeBackToken(platform, player.email);
    expect((await takeBack(platform, token)).body).toEqual({ success: true, firstCode: '10000', data: {} });
    expect((await thief('accounts/getUserProfile', {})).body.firstCode).toBe('15107');
    const { username } = player;
    const login = (given: string) => platform.call('accounts/login', { type: 2, username, password: given });
    expect((await login(password)).body.firstCode).toBe('15111');
    const otp = await resetOtp(platform, player.email);
    expect((await setPassword(platform, player.email, otp ?? '')).body.firstCode).toBe('10000');
    expect((await login('Other-river-43')).body).toMatchObject({
      data: { userData: { useremail: player.email } },
    });
    expect((await takeBack(platform, token)).body.firstCode).toBe('10511');
  });

  it('also undoes contact changes that were made after the disputed change', async () => {
    const mobile_no = freshMobile();
    const player = await createPlayer(platform, { country_code: '+91', mobile_no });
    expect(await verifyMail(platform, player, player.email)).toBe('10000');
    expect(await verifyMobile(platform, player, mobile_no)).toBe('10000');
    const token = { mail: '', mobile: '' };
    const [first, second] = [freshMail(), freshMail()];
    await moveMail(platform, player, first);
    token.mail = await takeBackToken(platform, player.email);
    const [sms] = await readOutbox(platform, `+91${mobile_no}`);
    expect(sms?.template).toBe('contact_changed');
    token.mobile = /token=([\w-]{43})/.exec(sms?.text ?? '')?.[1] ?? '';
    platform.clock.advance(1000);
    await moveMail(platform, player, second);
    const ofFirst = await takeBackToken(platform, first);
    expect((await takeBack(platform, token.mail)).body.success).toBe(true);
    for (const used of [token.mail, token.mobile, ofFirst])
      expect((await takeBack(platform, used)).body.firstCode).toBe('10511');
    const [row] = await queryDatabase<{ email: string; mobile: string }>(
      platform.databaseUrl,
      'select email, mobile from accounts where account_id = $1',
      [player.accountId],
    );
    expect(row).toEqual({ email: player.email, mobile: `+91${mobile_no}` });
  });

  it('restores the contact even if another account has entered, but not verified, this contact', async () => {
    const player = await createPlayer(platform);
    expect(await verifyMail(platform, player, player.email)).toBe('10000');
    await moveMail(platform, player, freshMail());
    const claimer = await createPlayer(platform, { email_address: player.email });
    expect((await takeBack(platform, await takeBackToken(platform, player.email))).body.success).toBe(true);
    expect((await profileOf(claimer)).email_address).toBeNull();
  });

  it('rejects an expired, unknown or malformed link', async () => {
    const player = await createPlayer(platform);
    await moveMail(platform, player, freshMail());
    const token = await takeBackToken(platform, player.email);
    platform.clock.advance(72 * hourMs);
    expect((await takeBack(platform, token)).body.firstCode).toBe('10511');
    expect((await takeBack(platform, 'A'.repeat(43))).body.firstCode).toBe('10511');
    expect((await takeBack(platform, 'short')).body.firstCode).toBe('10400');
    await platform.deps.housekeeping.run();
    const left = await queryDatabase(
      platform.databaseUrl,
      'select * from contact_take_backs where account_id = $1',
      [player.accountId],
    );
    expect(left).toEqual([]);
  });

  it('is not offered to an old contact that was never verified, if the account has another contact', async () => {
    const mobile_no = freshMobile();
    const player = await createPlayer(platform, { country_code: '+91', mobile_no });
    await moveMail(platform, player, freshMail());
    expect(await templatesTo(platform, player.email)).toEqual(['contact_replaced', 'welcome']);
    expect(await templatesTo(platform, `+91${mobile_no}`)).toEqual([]);
  });
});
