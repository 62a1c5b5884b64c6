import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRouteNames, accountRoutes } from '../../../shared/pages/account-routes.ts';
import { englishIn, isEnglish, shownTexts } from '../../helpers/english.ts';
import { fund } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { buyNext } from '../../helpers/player-actions.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sampleMails, sampleTemplates, wordsOfPeople } from '../../helpers/sample-mails.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;
let player: TestPlayer;
let cookie: string;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:07:30Z'), historyDays: 4 });
  await platform.deps.engine.tick();
  site = await startSite({ platform, clock: platform.clock, warm: false, live: false });
  player = await createPlayer(platform);
  await fund(platform, player.accountId, 'deposit', 1000_00);
  await buyNext(platform, player, 'symbols', [['lotus', 'lamp', 'bell', 'kite']]);
  cookie = cookieHeader(sessionJar(site, player));
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

describe.each(['hi', 'pt', 'nb'] as const)('translation into %s', (lang) => {
  beforeAll(async () => {
    // Notifications are written in the language of the player's profile.
    await player.call('accounts/updateUserDetails', { userLanguge: lang });
  });

  it.each(accountRouteNames)('leaves no English text on the account page %s', async (name) => {
    const path = `/${lang}${accountRoutes[name].path}?whole=1`;
    const { status, text } = await ask(site.origin, path, { headers: { cookie } });
    const root = parseMarkup(text);
    expect([status, shownTexts(root).length > 30]).toEqual([200, true]);
    expect(englishIn(root)).toEqual([]);
  });

  it('leaves no English text in any mail', async () => {
    const mails = await sampleMails(platform, lang);
    expect(mails).toHaveLength(sampleTemplates.length);
    const found = mails.flatMap(({ template, subject, text }) => {
      const own = wordsOfPeople.reduce((rest, words) => rest.replaceAll(words, ''), text);
      return [subject ?? '', ...own.split('\n')].filter(isEnglish).map((line) => `${template}: ${line}`);
    });
    expect(found).toEqual([]);
  });
});
