import { afterAll, beforeAll, expect, it } from 'vitest';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { ask } from '../../helpers/http.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, freshName } from '../../helpers/player.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({
    now: new Date('2026-11-21T12:02:00Z'),
    catalogue: gamesOf('jaldi'),
    config: { siteUrl: 'https://lotto.example' },
  });
  site = await startSite({ platform, warm: false, live: false });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

function post(path: string, headers: Record<string, string> = {}) {
  return ask(site.origin, path, {
    method: 'POST',
    body: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site.origin, ...headers },
  });
}

function refusals() {
  return queryDatabase(platform.databaseUrl, 'select * from invitation_refusals');
}

it('the link of an invitation leads to a page whose button ends them, without a script', async () => {
  const player = await createPlayer(platform);
  await campaignPlayOn(platform).verify(player);
  const to = `${freshName()}@mail.example`;
  await player.call('transaction/referAFriend', { email_addresses: [to] });
  const [mail] = await readOutbox(platform, to);
  const link = new URL(/https:\/\/lotto\.example\/\S*token=[\w-]{64}/.exec(mail?.text ?? '')?.[0] ?? '');
  const path = `${link.pathname}${link.search}`;

  const shown = await ask(site.origin, path);
  expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(shown.text).toContain('<form method="post">');
  expect(shown.text).toContain('noindex');
  expect(await refusals()).toEqual([]);

  expect((await post(path, { origin: 'https://evil.example' })).status).toBe(403);
  expect(await refusals()).toEqual([]);

  const done = await post(path);
  expect([done.status, done.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(done.text).toContain('No more invitations');
  expect(await refusals()).toHaveLength(1);
});

it('what is no link of ours leads nowhere', async () => {
  for (const query of ['', '?token=short', `?token=${'a'.repeat(43)}&token=b`, `?token=${'é'.repeat(43)}`]) {
    const path = `/account/stop-invitations${encodeURI(query)}`;
    expect([query, (await ask(site.origin, path)).status]).toEqual([query, 404]);
    expect([query, (await post(path)).status]).toEqual([query, 404]);
  }
  expect((await post('/account/stop-invitations?token=x', { 'content-type': 'text/plain' })).status).toBe(
    415,
  );
});
