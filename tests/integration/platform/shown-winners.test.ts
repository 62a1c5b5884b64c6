import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WinnersResponse } from '../../../shared/contract/winners.ts';
import { ask } from '../../helpers/http.ts';
import { byTag, elementsOf, parseMarkup } from '../../helpers/markup.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { type TicketHolder, ticketHolder } from '../../helpers/ticket-holder.ts';

const now = new Date('2026-11-21T12:02:00Z');
/** One ticket line for each Jaldi number, so that exactly one line wins. */
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

describe('real player who has won', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
    await platform.deps.engine.tick();
  });
  afterAll(() => platform?.stop());

  it('appears in the lists of winners under a masked name, and only with consent', async () => {
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

describe('site with sample players', () => {
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

  it('gets `totals.isSample` in the response of call `winners`', async () => {
    const { totals, topWinners } = await winnersOf(platform);
    expect(totals.isSample).toBe(true);
    expect(topWinners.length).toBeGreaterThan(0);
  });

  it.each([
    ['', 'Sample players take part in our draws.'],
    ['/hi', 'नमूना खिलाड़ी'],
    ['/pt', 'jogadores de exemplo'],
    ['/nb', 'Eksempelspillere'],
  ])('labels sample players on the pages that show winners: language prefix %j', async (prefix, text) => {
    for (const page of ['/', '/winners', '/winnerstories']) {
      const shown = await ask(site.origin, `${prefix}${page}`.replace(/(?<=.)\/$/, ''));
      expect([page, shown.status, shown.text.split(text).length - 1]).toEqual([page, 200, 1]);
    }
    expect((await ask(site.origin, `${prefix}/results`)).text).not.toContain(text);
  });

  it.each([
    ['', 'The numbers: ', 'The chance of this prize: 1 in '],
    ['/hi', 'संख्याएँ: ', 'इस पुरस्कार की संभावना: एक लाइन के लिए '],
    ['/pt', 'Os números: ', 'A probabilidade deste prémio: 1 em '],
    ['/nb', 'Tallene: ', 'Sjansen for denne premien: 1 av '],
  ])(
    'shows stories of real draws without players’ names: language prefix %j',
    async (prefix, numbersText, oddsText) => {
      const { text } = await ask(site.origin, `${prefix}/winnerstories`);
      const stories = byTag(parseMarkup(text), 'article').filter((each) => byTag(each, 'h3').length === 1);
      expect(stories.length).toBeGreaterThan(3);
      expect(new Set(stories.map((story) => byTag(story, 'h3')[0]?.text)).size).toBe(stories.length);
      expect(stories.some((story) => story.text.includes(oddsText))).toBe(true);
      for (const story of stories) {
        const href = byTag(story, 'a')[0]?.attributes['href'] ?? '';
        expect(href).toMatch(new RegExp(`^${prefix}/results/[a-z0-9-]+/\\d+$`));
        const draw = await ask(site.origin, href);
        const [, numbers] = new RegExp(`${numbersText}([^.।]+)`).exec(story.text) ?? [];
        expect(draw.status).toBe(200);
        const drawn = elementsOf(parseMarkup(draw.text)).find(({ attributes }) =>
          attributes['class']?.startsWith('drawn '),
        );
        for (const number of numbers?.split(', ') ?? []) expect(drawn?.text).toContain(number);
      }
      const { topWinners, recentWinners } = await winnersOf(platform);
      for (const alias of aliasesIn([...topWinners, ...recentWinners])) expect(text).not.toContain(alias);
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
