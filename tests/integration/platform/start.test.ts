import { afterEach, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

const options = { now: new Date('2026-11-18T12:02:00Z'), catalogue: gamesOf('jaldi') };
let first: TestPlatform | undefined;
afterEach(() => first?.stop());

it('the platform does not start with a key that cannot decrypt the stored seeds', async () => {
  first = await startPlatform(options);
  await first.deps.engine.tick();
  const other = startPlatform({ ...options, beside: first, config: { drawSealKeys: ['0f'.repeat(32)] } });
  await expect(other).rejects.toThrow('DRAW_SEAL_KEY does not open the seed of jaldi-');
});

it('the platform does not start with a time zone that would change the draw numbers', async () => {
  first = await startPlatform(options);
  const other = startPlatform({ ...options, beside: first, config: { timeZone: 'Europe/Oslo' } });
  await expect(other).rejects.toThrow('TIME_ZONE is Europe/Oslo');
});

it('the platform rejects calls until its data is ready', async () => {
  first = await startPlatform(options);
  first.deps.state.isStarted = false;
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(503);
  const { status, body } = await first.call('gameList', {});
  expect([status, body]).toEqual([503, { success: false, firstCode: '15500' }]);
});
