import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { cheapArgon2, startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName, type TestPlayer } from '../../helpers/player.ts';
import { freshAddress, loginOn } from './logins.ts';

const now = new Date('2026-11-21T12:02:00Z');
const minuteMs = 60_000;
let platform: TestPlatform;
let verified = 0;
let hashed = 0;
/** Function that runs during each password check. It simulates a concurrent request. */
let duringCheck = async (): Promise<void> => {};

beforeAll(async () => {
  platform = await startPlatform({
    now,
    overrides: {
      argon2: {
        hash: (password) => {
          hashed += 1;
          return cheapArgon2.hash(password);
        },
        verify: async (hash, password) => {
          verified += 1;
          await duringCheck();
          return cheapArgon2.verify(hash, password);
        },
      },
    },
  });
});
afterAll(() => platform?.stop());

const login = loginOn(() => platform);

async function codesOf(times: number, username: string, password: string, address: string) {
  const codes: string[] = [];
  for (let time = 0; time < times; time++)
    codes.push((await login(username, password, address)).body.firstCode);
  return codes;
}

async function countMessages(): Promise<number> {
  const [row] = await queryDatabase<{ n: number }>(
    platform.databaseUrl,
    'select count(*)::int as n from messages',
  );
  return row?.n ?? -1;
}

function setStatus(player: TestPlayer, status: string, until: Date | null = null) {
  return queryDatabase(
    platform.databaseUrl,
    'update accounts set status = $1, status_until = $2 where account_id = $3',
    [status, until, player.accountId],
  );
}

describe('accounts/login', () => {
  it('ignores the case of the username, as accounts/authenticate does', async () => {
    const { username, password } = await createPlayer(platform);
    const { body } = await login(username.toUpperCase(), password);
    expect(body).toMatchObject({ success: true, data: { userData: { username, currencyCode: 'INR' } } });
    const other = await platform.call('authenticate', { type: 2, username, password });
    expect(other.body).toMatchObject({ success: true, data: { userData: { username } } });
  });

  it('closes the session whose token the request contains', async () => {
    const player = await createPlayer(platform);
    const { body } = await login(player.username, player.password, freshAddress(), player.token);
    expect(body.success).toBe(true);
    expect((await player.call('accounts/autoLogin', {})).body.firstCode).toBe('15107');
  });

  it('accepts a password in any Unicode normalisation form', async () => {
    const password = 'Caf\u00e9-River-42';
    const { username } = await createPlayer(platform, { password });
    expect((await login(username, 'Cafe\u0301-River-42')).body.success).toBe(true);
  });
});

/**
 * Tries seven wrong passwords for a username. Returns the answers, and how many password checks, hashes and messages
 * the attempts caused.
 */
async function tryWrongPasswords(name: string) {
  const before = { verified, hashed };
  const address = freshAddress();
  const written = await countMessages();
  const answers = [];
  for (let time = 0; time < 7; time++) answers.push(await login(name, 'Wrong-horse-7', address));
  return {
    answers,
    verified: verified - before.verified,
    hashed: hashed - before.hashed,
    written: (await countMessages()) - written,
  };
}

describe('login with an unknown username', () => {
  it('costs the same work and gets the same response as a login with a wrong password', async () => {
    const { username } = await createPlayer(platform);
    const known = await tryWrongPasswords(username);
    expect(known).toMatchObject({ verified: 5, hashed: 0, written: 1 });
    expect(known.answers.map(({ body }) => body.firstCode)).toEqual([
      ...Array.from({ length: 5 }, () => '15111'),
      '15113',
      '15113',
    ]);
    expect(await tryWrongPasswords(freshName())).toEqual(known);
  });

  it('gets the same response as a login to a deleted account', async () => {
    const player = await createPlayer(platform);
    await setStatus(player, 'deleted');
    expect((await login(player.username, player.password)).body.firstCode).toBe('15111');
    expect((await player.call('accounts/autoLogin', {})).body.firstCode).toBe('15107');
  });
});

describe('login lockout', () => {
  it('blocks the client’s address for a minute after five wrong passwords, and longer after each further failure', async () => {
    const { username, password } = await createPlayer(platform);
    const address = freshAddress();
    expect(await codesOf(6, username, 'Wrong-horse-7', address)).toEqual([
      ...Array.from({ length: 5 }, () => '15111'),
      '15113',
    ]);
    expect((await login(username, password, address)).body.firstCode).toBe('15113');
    expect((await login(username, password)).body.success).toBe(true);
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      platform.clock.advance(minutes * minuteMs - 1000);
      expect([minutes, (await login(username, password, address)).body.firstCode]).toEqual([
        minutes,
        '15113',
      ]);
      platform.clock.advance(1000);
      expect(await codesOf(2, username, 'Wrong-horse-7', address)).toEqual(['15111', '15113']);
    }
    platform.clock.advance(15 * minuteMs);
    expect((await login(username, password, address)).body.success).toBe(true);
    expect(await codesOf(5, username, 'Wrong-horse-7', address)).not.toContain('15113');
  });

  it('forgets wrong passwords after 15 minutes or a correct password', async () => {
    const { username, password } = await createPlayer(platform);
    const address = freshAddress();
    await codesOf(4, username, 'Wrong-horse-7', address);
    platform.clock.advance(15 * minuteMs);
    expect(await codesOf(4, username, 'Wrong-horse-7', address)).not.toContain('15113');
    expect((await login(username, password, address)).body.success).toBe(true);
    expect(await codesOf(5, username, 'Wrong-horse-7', address)).not.toContain('15113');
  });

  it('checks only five passwords of 40 concurrent logins', async () => {
    const { username } = await createPlayer(platform);
    const address = freshAddress();
    const before = verified;
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => login(username, 'Wrong-horse-7', address)),
    );
    expect(verified - before).toBe(5);
    expect(answers.filter(({ body }) => body.firstCode === '15111')).toHaveLength(5);
    expect(answers.filter(({ body }) => body.firstCode === '15113')).toHaveLength(35);
  });

  it.each([
    ['one IPv6 /64', (n: number) => `2001:db8:7:1:${n}::${n}`, '2001:db8:7:2::1'],
    ['one address with different ports', (n: number) => `203.0.113.70:${5000 + n}`, '203.0.113.71:5000'],
    ['one IPv6 address with ports', (n: number) => `[2001:db8:7:3::1]:${5000 + n}`, '[2001:db8:7:4::1]:80'],
    ['addresses that cannot be read', (n: number) => `unknown-${n}`, '203.0.113.72'],
  ])('blocks %s, and no other address', async (_, addressOf, other) => {
    const { username, password } = await createPlayer(platform);
    const answers = [];
    for (let n = 1; n <= 6; n++) answers.push(await login(username, 'Wrong-horse-7', addressOf(n)));
    expect(answers.map(({ body }) => body.firstCode).slice(4)).toEqual(['15111', '15113']);
    expect((await login(username, password, other)).body.success).toBe(true);
  });

  it('mails the account’s owner at most once a day', async () => {
    const { username, email } = await createPlayer(platform);
    for (const address of [freshAddress(), freshAddress()])
      await codesOf(6, username, 'Wrong-horse-7', address);
    const mails = (await readOutbox(platform, email)).filter(({ template }) => template === 'login_locked');
    expect(mails).toHaveLength(1);
  });

  it('records each failed login without the username or the client’s address in plain text', async () => {
    const { username } = await createPlayer(platform);
    const address = freshAddress();
    await codesOf(2, username, 'Wrong-horse-7', address);
    const rows = JSON.stringify(await queryDatabase(platform.databaseUrl, 'select * from login_failures'));
    expect(rows).not.toContain(username);
    expect(rows).not.toContain(address);
  });
});

describe('suspended or excluded account', () => {
  it.each([
    ['suspended', { firstCode: '15114' }],
    ['excluded', { firstCode: '15116', data: { kind: 'exclusion', endsAt: null } }],
  ])('reveals that it is %s only after a correct password', async (status, answer) => {
    const player = await createPlayer(platform);
    await setStatus(player, status);
    expect((await login(player.username, 'Wrong-horse-7')).body.firstCode).toBe('15111');
    const { body } = await login(player.username, player.password);
    expect(body).toEqual({ success: false, ...answer });
    const code = status === 'excluded' ? '15107' : '15114';
    expect((await player.call('accounts/autoLogin', {})).body.firstCode).toBe(code);
  });

  it.each([
    ['suspended', '15114'],
    ['excluded', '15116'],
  ])('gets no session if it becomes %s during the password check', async (status, code) => {
    const player = await createPlayer(platform);
    await player.call('accounts/logout', {});
    await setStatus(player, status, platform.clock.now());
    duringCheck = async () => {
      await setStatus(player, status, new Date(platform.clock.now().getTime() + minuteMs));
    };
    const { body } = await login(player.username, player.password).finally(() => {
      duringCheck = async () => {};
    });
    expect(body.firstCode).toBe(code);
    const opened = 'select from sessions where account_id = $1';
    expect(await queryDatabase(platform.databaseUrl, opened, [player.accountId])).toEqual([]);
  });

  it('can log in again after the suspension ends', async () => {
    const player = await createPlayer(platform);
    await setStatus(player, 'suspended', new Date(platform.clock.now().getTime() + minuteMs));
    expect((await login(player.username, player.password)).body.firstCode).toBe('15114');
    platform.clock.advance(minuteMs);
    expect((await login(player.username, player.password)).body.success).toBe(true);
  });
});
