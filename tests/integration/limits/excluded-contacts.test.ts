import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freshMail,
  freshMobile,
  moveMail,
  password,
  takeBack,
  takeBackToken,
  verifyMail,
} from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { cheapArgon2, startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName, shortForm, type TestPlayer } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
/** Function that runs while a password is hashed. It simulates a concurrent request. */
let duringHash = async (): Promise<void> => {};

beforeAll(async () => {
  platform = await startPlatform({
    now,
    config: { siteUrl: 'https://lotto.example' },
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

describe('contact of an excluded player', () => {
  it('counts as already in use in the calls that check a signup field, no matter how it is spelled', async () => {
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

  it('cannot be verified by another account, even if that account signed up with it before the exclusion', async () => {
    const { player, spelling } = await playerWithSpelling();
    const other = await createPlayer(platform, { email_address: spelling });
    await exclude(player);
    expect(await verifyMail(platform, other, spelling)).toBe('10497');
  });

  it('is not restored to another account by the link that undoes a contact change', async () => {
    const { player, spelling } = await playerWithSpelling();
    const other = await createPlayer(platform, { email_address: spelling });
    expect(await verifyMail(platform, other, spelling)).toBe('10000');
    const thief = freshMail();
    await moveMail(platform, other, thief);
    await exclude(player);
    expect((await takeBack(platform, await takeBackToken(platform, spelling))).body.firstCode).toBe('10000');
    const [row] = await queryDatabase(
      platform.databaseUrl,
      'select email from accounts where account_id = $1',
      [other.accountId],
    );
    expect(row).toEqual({ email: null });
    expect(await codeOf(other.call('wallet', {}))).toBe('15107');
  });

  it('can be restored to the excluded account by the link that undoes a contact change', async () => {
    const player = await createPlayer(platform);
    expect(await verifyMail(platform, player, player.email)).toBe('10000');
    await moveMail(platform, player, freshMail());
    const { accountId } = player;
    const token = await takeBackToken(platform, player.email);
    await queryDatabase(
      platform.databaseUrl,
      'update accounts set email = $2, email_key = $2 where account_id = $1',
      [accountId, player.email],
    );
    await exclude(player);
    expect((await takeBack(platform, token)).body.firstCode).toBe('10000');
    const [row] = await queryDatabase(
      platform.databaseUrl,
      'select email from accounts where account_id = $1',
      [accountId],
    );
    expect(row).toEqual({ email: player.email });
  });

  it('cannot be verified by another account, even if that account entered it before the exclusion', async () => {
    const { player, spelling } = await playerWithSpelling();
    const other = await createPlayer(platform);
    await dataOf(other, 'accounts/updateUserDetails', { email_address: spelling, password });
    await exclude(player);
    expect(await verifyMail(platform, other, spelling)).toBe('10497');
  });

  it('is rejected in a signup that is in progress when the exclusion begins', async () => {
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

  it('is rejected until an extended exclusion ends, even if the excluded account no longer has the contact', async () => {
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

const login = ({ username }: TestPlayer) =>
  codeOf(platform.call('accounts/login', { type: 2, username, password }));
const verified = async (email_address: string) => {
  const player = await createPlayer(platform, { email_address });
  expect(await verifyMail(platform, player, email_address)).toBe('10000');
  return player;
};
const named = (birthDate: string) => ({ firstName: 'Rahul', lastName: 'Kumar', birthDate });
const matches = async (player: TestPlayer) => {
  const { out } = await operatorOf(platform)('players', 'matches', '--json');
  const rows: Record<string, unknown>[] = JSON.parse(out);
  return rows.filter(({ username }) => username === player.username);
};
const endOf = async ({ accountId }: TestPlayer) => {
  const text = 'select status, status_until as until from accounts where account_id = $1';
  const [row] = await queryDatabase<{ status: string; until: Date | null }>(platform.databaseUrl, text, [
    accountId,
  ]);
  return [row?.status, row?.until?.toISOString() ?? null];
};
const admin = (...args: string[]) => operatorOf(platform)('players', ...args, '--reason', 'Asked for it');

describe('second account of an excluded player', () => {
  it('is excluded too if both accounts have verified the same mailbox', async () => {
    platform.clock.set(now);
    const name = freshName();
    const player = await verified(`${name}@gmail.com`);
    const other = await verified(`${name.slice(0, 3)}.${name.slice(3)}+x@googlemail.com`);
    const longer = await verified(`${name}+longer@gmail.com`);
    const later = '2028-01-01T00:00:00.000Z';
    await queryDatabase(
      platform.databaseUrl,
      `update accounts set status = 'excluded', status_until = $2 where account_id = $1`,
      [longer.accountId, later],
    );
    const suspended = await verified(`${name}+suspended@gmail.com`);
    await admin('suspend', suspended.username);
    // Each request excludes both accounts and ends their sessions, so the later request may find no session (15107).
    const asked = [player, other].map((one) => codeOf(one.call('limits/exclude', { months: 6, password })));
    const codes = await Promise.all(asked);
    expect(codes).toContain('10000');
    for (const code of codes) expect(['10000', '15107']).toContain(code);
    const until = '2027-05-21T12:02:00.000Z';
    expect(await Promise.all([player, other, longer].map(endOf))).toEqual([
      ['excluded', until],
      ['excluded', until],
      ['excluded', later],
    ]);
    expect(await endOf(suspended)).toEqual(['suspended', null]);
    expect(await matches(suspended)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ sharesMailbox: true })]),
    );
    expect(await codeOf(other.call('wallet', {}))).toBe('15107');
    expect(await login(other)).toBe('15116');
  });

  it('is excluded together with the first account by an operator, and can be restored after 180 days', async () => {
    platform.clock.set(now);
    const name = freshName();
    const player = await verified(`${name}@gmail.com`);
    const other = await verified(`${name}+other@gmail.com`);
    const dry = await admin('exclude', player.username, '--dry-run');
    expect(dry.out).toContain(`The same person has another account: ${other.username} is excluded`);
    expect(await endOf(other)).toEqual(['active', null]);
    await admin('exclude', player.username);
    expect(await endOf(other)).toEqual(['excluded', null]);
    expect((await admin('restore', other.username)).err).toContain(
      'cannot end before 2027-05-20T12:02:00.000Z',
    );
    platform.clock.set(new Date('2027-05-20T12:02:00Z'));
    expect((await admin('restore', other.username)).code).toBe(0);
    expect((await operatorOf(platform)('log', '--check')).code).toBe(0);
  });

  it('stays open but is listed for operators if it is uncertain whether both accounts belong to one person', async () => {
    platform.clock.set(now);
    const name = freshName();
    const player = await verified(`${name}@mail.example`);
    await dataOf(player, 'accounts/updateUserDetails', named('1985-03-02'));
    const unverified = await createPlayer(platform, { email_address: `${name}+x@mail.example` });
    const withDot = await verified(`${name.slice(0, 4)}.${name.slice(4)}@mail.example`);
    const sameName = await createPlayer(platform);
    await dataOf(sameName, 'accounts/updateUserDetails', { ...named('1985-03-02'), firstName: 'RAHUL' });
    const younger = await createPlayer(platform);
    await dataOf(younger, 'accounts/updateUserDetails', named('1985-03-03'));
    expect(await matches(sameName)).toEqual([]);
    await exclude(player);
    const shared = { excludedUsername: player.username, sharesMailbox: true, sharesIdentity: false };
    expect(await matches(unverified)).toMatchObject([shared]);
    expect(await matches(withDot)).toMatchObject([shared]);
    expect(await matches(sameName)).toMatchObject([
      { ...shared, sharesMailbox: false, sharesIdentity: true },
    ]);
    expect(await matches(younger)).toEqual([]);
    for (const open of [unverified, withDot, sameName]) expect(await login(open)).toBe('10000');
    const marked = await admin('distinct', sameName.username, player.username);
    expect(marked.out).toContain(`${sameName.username} is another person than ${player.username}.`);
    expect(await matches(sameName)).toEqual([]);
    expect((await operatorOf(platform)('players', 'matches')).out).toContain(
      `${unverified.username}  shares mailbox with the excluded player ${player.username}`,
    );
  });
});
