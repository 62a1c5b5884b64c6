import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeedVault } from '../../../platform/draws/seed-vault.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { newestOtp } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer } from '../../helpers/player.ts';
import { type Ending, startProgram } from '../../helpers/program.ts';

const now = new Date('2026-11-21T12:02:00Z');
const catalogue = gamesOf('jaldi', 'keno');
const oldKey = testKeys.drawSealKey;
const newKey = 'c0de'.repeat(16);
const email_address = 'rotation@mail.example';
const otpRequest = { type: 3, email_address, notification_type: 2 } as const;

/** `platform` has only the old DRAW_SEAL_KEY. `both` runs on the same database and has the old and the new key. */
let platform: TestPlatform;
let both: TestPlatform;
const opened: TestPlatform[] = [];
const beside = async (...drawSealKeys: string[]) => {
  const one = await startPlatform({
    beside: platform,
    now: platform.clock.now(),
    catalogue,
    config: { drawSealKeys },
  });
  opened.push(one);
  return one;
};

interface SealedSeed extends Record<string, unknown> {
  draw_id: string;
  sealed_seed: string;
}
const sealedSeeds = () =>
  queryDatabase<SealedSeed>(
    platform.databaseUrl,
    `select draw_id, sealed_seed from draws where status <> 'published' order by draw_id`,
  );
/** Returns how many sealed seeds can be decrypted with only the given key. */
const openedBy = async (key: string): Promise<number> => {
  const vault = createSeedVault([key]);
  return (await sealedSeeds()).filter(({ draw_id, sealed_seed }) => {
    try {
      return vault.open(sealed_seed, draw_id).length === 64;
    } catch {
      return false;
    }
  }).length;
};
const reseal = async (DRAW_SEAL_KEY: string): Promise<Ending & { output: string }> => {
  const env = { DATABASE_URL: platform.databaseUrl, DRAW_SEAL_KEY };
  const program = startProgram(['dist/platform/draws/reseal-main.js'], env);
  return { ...(await program.ended), output: program.output() };
};

beforeAll(async () => {
  platform = await startPlatform({ now, catalogue });
  await platform.deps.engine.tick();
  await createPlayer(platform, { email_address });
  await platform.call('accounts/sendOtp', otpRequest);
  both = await beside(newKey, oldKey);
});
afterAll(async () => {
  for (const one of opened) await one.stop();
  await platform?.stop();
});

describe('platform that has the new and the previous DRAW_SEAL_KEY', () => {
  it('accepts a one-time password that was encrypted with the previous key', async () => {
    const otp = await newestOtp(both, email_address);
    expect(otp).toBe(await newestOtp(platform, email_address));
    expect((await both.call('accounts/verifyOtp', { ...otpRequest, otp })).body.firstCode).toBe('10000');
  });

  it('computes the same hashes of contacts as with only the previous key', () => {
    const person = { email: email_address, mobile: null };
    expect(both.deps.fingerprints.ofPerson(person)).toBe(platform.deps.fingerprints.ofPerson(person));
  });

  it('carries out a draw whose seed was encrypted with the previous key', async () => {
    const { number } = await drawNextJaldi(platform, both);
    const { body } = await both.call('draws/verify', { drawId: `jaldi-${number}` });
    expect(body).toMatchObject({ success: true, data: { verified: true } });
  });
});

describe('npm run reseal', () => {
  it('changes nothing if no key decrypts the seed of a draw', async () => {
    const before = await sealedSeeds();
    const { code, output } = await reseal('0f'.repeat(32));
    expect(code).toBe(78);
    expect(output).toMatch(/^The seeds were not sealed again: DRAW_SEAL_KEY does not open/);
    expect(await sealedSeeds()).toEqual(before);
  });

  it('encrypts the seed of every unpublished draw with the new key', async () => {
    const { length: total } = await sealedSeeds();
    const byOld = await openedBy(oldKey);
    expect(byOld).toBeGreaterThan(2);
    // Reseal one draw, as an earlier run does if it is interrupted after its first draw.
    const [first] = await sealedSeeds();
    if (!first) throw new Error('no draw to come');
    const vault = createSeedVault([newKey, oldKey]);
    await queryDatabase(platform.databaseUrl, 'update draws set sealed_seed = $2 where draw_id = $1', [
      first.draw_id,
      vault.reseal(first.sealed_seed, first.draw_id) ?? first.sealed_seed,
    ]);
    const left = await openedBy(oldKey);
    const run = await reseal(`${newKey},${oldKey}`);
    expect(run).toMatchObject({
      code: 0,
      output: `${total} draws are not published yet: ${left} seeds were sealed again, all open with the current key.\n`,
    });
    expect([await openedBy(newKey), await openedBy(oldKey)]).toEqual([total, 0]);
    expect((await reseal(newKey)).output).toContain(': 0 seeds were sealed again');
  });

  it('lets a platform start with the new key, and no longer with the previous key', async () => {
    await expect(beside(oldKey)).rejects.toThrow('DRAW_SEAL_KEY does not open the seed of ');
    const fresh = await beside(newKey);
    const person = { email: email_address, mobile: null };
    expect(fresh.deps.fingerprints.ofPerson(person)).toBe(platform.deps.fingerprints.ofPerson(person));
    const { number } = await drawNextJaldi(platform, fresh);
    const { body } = await fresh.call('draws/verify', { drawId: `jaldi-${number}` });
    expect(body).toMatchObject({ success: true, data: { verified: true } });
  });
});
