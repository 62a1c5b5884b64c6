import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../server/config/project-root.ts';
import { signNotice } from '../../../server/content/notice-signature.ts';
import { type BadUpstream, startBadUpstream } from '../../helpers/bad-upstream.ts';
import { ask } from '../../helpers/http.ts';
import { type RecordedSite, startRecordedSite } from '../../helpers/recording-platform.ts';
import { createSiteClock } from '../../helpers/site.ts';
import { type HostedPage, startWordPressHost, type WordPressHost } from '../../helpers/wordpress-host.ts';

const secret = 'test-webhook-secret-0123456789abcdef';
const previous = 'previous-webhook-secret-0123456789abc';
const faq: HostedPage = {
  id: 1,
  slug: 'faq',
  title: 'Questions',
  html: '<p>First.</p>',
  modified: '2026-11-20T10:15:30',
};
const clock = createSiteClock();
let host: WordPressHost;
let cdn: BadUpstream;
let recorded: RecordedSite;

const change = (changes: unknown[], id = 'notice-0001') => JSON.stringify({ id, changes });
const page = (...paths: string[]) => ({ type: 'page', paths });
const now = () => clock.now().getTime();

function send(
  body: string,
  signature = signNotice(secret, body, now()),
  headers: Record<string, string> = {},
) {
  return ask(recorded.site.origin, '/webhooks/cms', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-golden-lotto-signature': signature, ...headers },
  });
}
const faqIn = async (lang: string) => {
  const { status, text } = await ask(recorded.site.origin, `${lang}/faq`);
  return status === 200 ? (/<p>(\w+)\.<\/p>/.exec(text)?.[1] ?? text) : status;
};

beforeAll(async () => {
  host = await startWordPressHost([{ ...faq }]);
  cdn = await startBadUpstream();
  recorded = await startRecordedSite({
    clock,
    env: {
      CDN_PURGE_URL: `${cdn.origin}/purge`,
      CMS_URL: host.origin,
      CMS_KIND: 'wordpress',
      CMS_WEBHOOK_SECRET: `${secret}, ${previous}`,
      TRUST_PROXY: '1',
    },
  });
});
afterAll(async () => {
  await recorded?.stop();
  await host?.stop();
  await cdn?.stop();
});

describe('WordPress notice', () => {
  it('makes the site show a changed text in every language at once, and removes a deleted text', async () => {
    expect(await Promise.all([faqIn(''), faqIn('/hi')])).toEqual(['First', 'First']);
    host.pages[0] = { ...faq, html: '<p>Second.</p>' };
    expect(await faqIn('')).toBe('First');
    const answer = await send(change([page('faq')]));
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      { received: true, purged: { changed: ['cms:faq'], removed: [] } },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await Promise.all([faqIn(''), faqIn('/hi')])).toEqual(['Second', 'Second']);
    await expect
      .poll(() => cdn.received.map(({ body }) => JSON.parse(body).tags))
      .toContainEqual(['cms:faq', 'cms:faq:*', 'cms']);
    host.pages.length = 0;
    expect((await send(change([{ ...page('faq'), removed: true }]))).status).toBe(200);
    expect(await Promise.all([faqIn(''), faqIn('/hi')])).toEqual([404, 404]);
    host.pages.push({ ...faq });
    expect((await send(change([page('faq')]))).status).toBe(200);
    expect(await faqIn('/pt')).toBe('First');
  });

  it.each<[string, unknown[], string[], string[]]>([
    [
      'an item with a new address',
      [page('games/keno', 'games/keno-old')],
      ['cms:games', 'cms:keno', 'cms:games-keno', 'cms:keno-old', 'cms:games-keno-old'],
      [],
    ],
    [
      'a removed item',
      [{ ...page('blogs/news'), removed: true }],
      ['cms:blogs'],
      ['cms:news', 'cms:blogs-news'],
    ],
    [
      'a post',
      [{ type: 'post', paths: ['news'] }],
      ['cms:games', 'cms:blogs', 'cms:promotions', 'cms:games-news', 'cms:blogs-news', 'cms:promotions-news'],
      [],
    ],
    ['a category', [{ type: 'list' }], ['cms:games', 'cms:blogs', 'cms:promotions'], []],
    ['a file', [{ type: 'file' }], ['media'], []],
    ['a setting', [{ type: 'site' }, page('faq')], ['cms', 'media'], []],
    ['a slug in another script', [page('%e0%a4%96%e0%a5%87%e0%a4%b2')], ['cms'], []],
    [
      'very many texts',
      Array.from({ length: 200 }, (_, at) => page(`a-${at}`, `b-${at}`, `c-${at}`)),
      ['cms'],
      [],
    ],
  ])('purges the tags of %s', async (_what, changes, changed, removed) => {
    const { text } = await send(change(changes));
    const { purged } = JSON.parse(text);
    expect(purged.changed.toSorted()).toEqual(changed.toSorted());
    expect(purged.removed.toSorted()).toEqual(removed.toSorted());
  });

  it('is accepted with the previous secret while the secret is being replaced', async () => {
    const body = change([page('legal')]);
    expect((await send(body, signNotice(previous, body, now()))).status).toBe(200);
  });

  it('is rejected if it was already received', async () => {
    const body = change([page('media')]);
    const signature = signNotice(secret, body, now());
    expect((await send(body, signature)).status).toBe(200);
    const again = await send(body, signature);
    expect([again.status, again.text]).toEqual([401, '{"received":false,"code":"replayed"}']);
  });

  const body = change([page('privacypolicy')]);
  it.each<[string, () => Promise<{ status: number; text: string }>, number, string]>([
    ['without a signature', () => send(body, ''), 401, 'signature'],
    [
      'with the signature of another secret',
      () => send(body, signNotice('x'.repeat(32), body, now())),
      401,
      'signature',
    ],
    ['with a changed body', () => send(`${body} `, signNotice(secret, body, now())), 401, 'signature'],
    ['signed six minutes ago', () => send(body, signNotice(secret, body, now() - 360_000)), 401, 'timestamp'],
    [
      'signed six minutes ahead',
      () => send(body, signNotice(secret, body, now() + 360_000)),
      401,
      'timestamp',
    ],
    ['if it is not JSON', () => send('changes'), 400, 'body'],
    [
      'with an unknown type of change',
      () => send('{"id":"notice-0002","changes":[{"type":"user"}]}'),
      400,
      'body',
    ],
    ['with more than 64 kB', () => send(change([page('x'.repeat(70_000))])), 413, 'size'],
  ])('is rejected %s', async (_what, request, status, code) => {
    const answer = await request();
    expect([answer.status, answer.text]).toEqual([status, `{"received":false,"code":"${code}"}`]);
  });

  it('is rejected with 429 after 120 notices from one address within a minute', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.20' };
    const answers = await Promise.all(Array.from({ length: 121 }, () => send('{}', 'none', headers)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ text }) => text)).toEqual(['{"received":false,"code":"rate"}']);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is counted in the metrics, and logged without secret and signature', async () => {
    const { text } = await ask(recorded.site.opsOrigin, '/metrics');
    expect(text).toMatch(/golden_lotto_content_notices_total\{outcome="accepted"\} [1-9]/);
    expect(text).toMatch(/golden_lotto_content_notices_total\{outcome="signature"\} [1-9]/);
    expect(text).toMatch(/golden_lotto_purged_tags_total\{origin="content"\} [1-9]/);
    const lines = recorded.site.logged();
    expect(lines).toContain('texts changed, purged');
    expect(lines).not.toMatch(new RegExp(`${secret}|${previous}|v1=[0-9a-f]{64}`));
  });

  it('is accepted during maintenance, and answered with 404 if the site has no secret', async () => {
    const closed = await startRecordedSite({
      clock,
      env: { CMS_WEBHOOK_SECRET: secret },
      config: (config) => {
        config.setup.maintenance = true;
      },
    });
    const open = await startRecordedSite({ clock });
    try {
      const signed = { 'x-golden-lotto-signature': signNotice(secret, body, now()) };
      const at = (origin: string) => ask(origin, '/webhooks/cms', { method: 'POST', body, headers: signed });
      expect((await at(closed.site.origin)).status).toBe(200);
      const off = await at(open.site.origin);
      expect([off.status, off.text]).toEqual([404, '{"received":false,"code":"off"}']);
    } finally {
      await Promise.all([closed.stop(), open.stop()]);
    }
  });

  it('purges both the tag of a group and the tag of the group’s list if the two tags differ', async () => {
    const renamed = await startRecordedSite({
      clock,
      env: { CMS_WEBHOOK_SECRET: secret },
      config: ({ boot }) => {
        boot.runtimePages['blogs'] = { default: 'blogs', list: 'news' };
      },
    });
    const purgedBy = async (changes: unknown[], id: string) => {
      const sent = change(changes, id);
      const { text } = await ask(renamed.site.origin, '/webhooks/cms', {
        method: 'POST',
        body: sent,
        headers: { 'x-golden-lotto-signature': signNotice(secret, sent, now()) },
      });
      return JSON.parse(text).purged.changed.toSorted();
    };
    try {
      const lists = ['cms:blogs', 'cms:games', 'cms:news', 'cms:promotions'];
      expect(await purgedBy([{ type: 'list' }], 'notice-0001')).toEqual(lists);
      const own = ['cms:blogs', 'cms:blogs-keno', 'cms:keno', 'cms:news', 'cms:news-keno'];
      expect(await purgedBy([page('news/keno')], 'notice-0002')).toEqual(own);
    } finally {
      await renamed.stop();
    }
  });

  it('is signed as in the example in docs/wordpress/README.md', () => {
    const guide = readFileSync(path.join(projectRoot, 'docs/wordpress/README.md'), 'utf8');
    const shown = (name: string) => new RegExp(`^${name}: +(.+)$`, 'm').exec(guide)?.[1] ?? '';
    const given = signNotice(shown('secret'), shown('body'), Number(shown('time')));
    expect(given).toBe(shown('signature'));
    expect(given).toMatch(/^t=\d{13},v1=[0-9a-f]{64}$/);
  });
});
