import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z') });
});
afterAll(() => platform?.stop());

describe('call accounts/signup', () => {
  it('opens an account and its session at once', async () => {
    const player = await createPlayer(platform);
    const { body } = await player.call('accounts/getUserProfile', {});
    expect(body).toMatchObject({
      success: true,
      data: { username: player.username, email_address: player.email, emailVerified: false, userLanguge: 'en' },
    });
  });
});
