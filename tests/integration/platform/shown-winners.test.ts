import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WinnersResponse } from '../../../shared/contract/winners.ts';
import { ask } from '../../helpers/http.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { type TicketHolder, ticketHolder } from '../../helpers/ticket-holder.ts';

const now = new Date('2026-11-21T12:02:00Z');
/** One line for each number, so that one line wins. */
const everyNumber = Array.from({ length: 10 }, (_, number) => ({ number }));

async function winnersOf(platform: TestPlatform): Promise<WinnersResponse> {
  const { body } = await platform.call('winners', {});
  if (!body.success) throw new Error(body.firstCode);
  return body.data;
}

async function usernameOf(player: TicketHolder): Promise<string> {
  const { body } = await player.call('accounts/getUserProfile', {});
  return body.success ? body.data.username : '';
}

const aliasesIn = (rows: WinnersResponse['topWinners']) => new Set(rows.map(({ alias }) => alias));

describe('a real player who has won', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
    await platform.deps.engine.tick();
  });
  afterAll(() => platform?.stop());

  it('appears in the lists of winners only after agreeing to it', async () => {
    const silent = await ticketHolder(platform, everyNumber);
    await drawNextJaldi(platform);
    const before = await winnersOf(platform);
    expect(before.totals.winningTicketsThisMonth).toBeGreaterThan(0);
    expect([before.topWinners, before.recentWinners]).toEqual([[], []]);

    const player = await ticketHolder(platform, everyNumber);
    const consent = (showInWinners: 0 | 1) => player.call('accounts/updateUserDetails', { showInWinners });
    expect((await player.call('accounts/getUserProfile', {})).body).toMatchObject({
      data: { showInWinners: 0 },
    });
    expect((await consent(1)).body).toMatchObject({ success: true, data: { showInWinners: 1 } });
    await drawNextJaldi(platform);
    const shown = await winnersOf(platform);
    const username = await usernameOf(player);
    const alias = `${username.charAt(0).toUpperCase()}•••`;
    expect(aliasesIn(shown.topWinners)).toEqual(new Set([alias]));
    expect(aliasesIn(shown.recentWinners)).toEqual(new Set([alias]));
    expect(shown.totals.isSample).toBe(false);
    const text = JSON.stringify(shown);
    for (const secret of [username, player.accountId, await usernameOf(silent)])
      expect(text).not.toContain(secret);

    await consent(0);
    const after = await winnersOf(platform);
    expect([after.topWinners, after.recentWinners]).toEqual([[], []]);
  });
});

describe('a site with sample players', () => {
  let platform: TestPlatform;
  let site: TestSite;
  beforeAll(async () => {
    platform = await startPlatform();
    site = await startSite({
      platform,
      warm: false,
      live: false,
    });
  });
  afterAll(async () => {
    await site?.close();
    await platform?.stop();
  });

  it('sets `totals.isSample` in the response of call `winners`', async () => {
    const { totals, topWinners } = await winnersOf(platform);
    expect(totals.isSample).toBe(true);
    expect(topWinners.length).toBeGreaterThan(0);
  });

  it.each([
    ['', 'Sample players take part in our draws.'],
    ['/hi', 'नमूना खिलाड़ी'],
    ['/pt', 'jogadores de exemplo'],
    ['/nb', 'Eksempelspillere'],
  ])(
    'marks its players as samples on the pages that show winners: language prefix %j',
    async (prefix, text) => {
      // The winner stories exist only in English.
      for (const page of ['/', '/winners', ...(prefix === '' ? ['/winnerstories'] : [])]) {
        const shown = await ask(site.origin, `${prefix}${page}`.replace(/(?<=.)\/$/, ''));
        expect([page, shown.status, shown.text.split(text).length - 1]).toEqual([page, 200, 1]);
      }
      expect((await ask(site.origin, `${prefix}/results`)).text).not.toContain(text);
    },
  );
});

it('a site without sample players does not mention sample players', async () => {
  const platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  const site = await startSite({ platform, warm: false, live: false });
  try {
    for (const page of ['/', '/winners', '/winnerstories'])
      expect([page, (await ask(site.origin, page)).text.includes('Sample players')]).toEqual([page, false]);
  } finally {
    await site.close();
    await platform.stop();
  }
});
