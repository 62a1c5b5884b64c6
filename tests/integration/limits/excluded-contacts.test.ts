import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshMail, freshMobile, password, verifyMail } from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { cheapArgon2, startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName, shortForm, type TestPlayer } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
/** Runs while a password is hashed, in place of a concurrent request. */
let duringHash = async (): Promise<void> => {};

beforeAll(async () => {
  platform = await startPlatform({
    now,
    overrides: {
      argon2: {
        ...cheapArgon2,
        hash: async (text) => {
          await duringHash();
          return cheapArgon2.hash(text);
        },
      },
    },
  });
});
afterAll(() => platform?.stop());

async function codeOf(answer: Promise<{ body: { firstCode: string } }>): Promise<string> {
  return (await answer).body.firstCode;
}

const exclude = (player: TestPlayer, months: 6 | 12 = 6) =>
  dataOf(player, 'limits/exclude', { months, password });

/** Creates a player, and returns another spelling of the player's mailbox. */
async function playerWithSpelling() {
  const name = freshName();
  const player = await createPlayer(platform, { email_address: `${name}@gmail.com` });
  return { player, spelling: `${name}+second@googlemail.com` };
}

describe('a contact of an excluded player', () => {
  it('is reported as in use before a signup, in any spelling of the mailbox', async () => {
    const { player, spelling } = await playerWithSpelling();
    const asked = () =>
      Promise.all([
        codeOf(platform.call('accounts/validateEmail', { email_address: spelling })),
        codeOf(
          platform.call('accounts/checkUserDetails', { checkUserDetailsType: 2, email_address: spelling }),
        ),
      ]);
    expect(await asked()).toEqual(['10000', '10000']);
    await exclude(player);
    expect(await asked()).toEqual(['10497', '10497']);
  });

  it('is rejected as the new contact of another account', async () => {
    const { player, spelling } = await playerWithSpelling();
    const mobile = { country_code: '+91', mobile_no: freshMobile() };
    const byMobile = await createPlayer(platform, mobile);
    const other = await createPlayer(platform);
    const change = (contact: object) =>
      codeOf(other.call('accounts/updateUserDetails', { ...contact, password }));
    await exclude(player);
    await exclude(byMobile);
    expect(await change({ email_address: spelling })).toBe('10497');
    expect(await change(mobile)).toBe('10498');
    expect(await change({ email_address: freshMail() })).toBe('10000');
  });

  it('is rejected when another account verifies it, if it was entered before the exclusion', async () => {
    const { player, spelling } = await playerWithSpelling();
    const other = await createPlayer(platform);
    await dataOf(other, 'accounts/updateUserDetails', { email_address: spelling, password });
    await exclude(player);
    expect(await verifyMail(platform, other, spelling)).toBe('10497');
  });

  it('is rejected in a signup that hashes its password during the exclusion', async () => {
    const { player, spelling } = await playerWithSpelling();
    duringHash = async () => {
      await exclude(player);
    };
    const code = await codeOf(
      platform.call('accounts/signup', shortForm({ email_address: spelling })),
    ).finally(() => {
      duringHash = async () => {};
    });
    expect(code).toBe('10497');
  });

  it('is rejected until the end of an extension, even if the account has lost the contact meanwhile', async () => {
    const { player, spelling } = await playerWithSpelling();
    await exclude(player);
    await queryDatabase(
      platform.databaseUrl,
      'update accounts set email = null, email_key = null where account_id = $1',
      [player.accountId],
    );
    const extended = await operatorOf(platform)(
      'players',
      'exclude',
      player.username,
      '--reason',
      'Asked for it',
      '--until',
      '2028-01-01',
    );
    expect(extended.code).toBe(0);
    const signup = () => codeOf(platform.call('accounts/signup', shortForm({ email_address: spelling })));
    platform.clock.set(new Date('2027-12-30T00:00:00Z'));
    expect(await signup()).toBe('10497');
    platform.clock.set(new Date('2028-01-01T00:00:00Z'));
    expect(await signup()).toBe('10000');
  });
});
