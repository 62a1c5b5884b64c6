import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const files: Record<string, object> = {
  '/locale/hi/popups.json': { popup: { close: 'बंद करें' }, network_error: 'कनेक्शन जाँचें' },
  '/locale/hi/codes.json': { code: { 15111: 'गलत' }, greeting: 'नमस्ते {{name}}' },
};
let requests: string[];
let isDown: boolean;

beforeEach(() => {
  requests = [];
  isDown = false;
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: { lang: 'hi' } });
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    if (isDown) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(files[path] ?? {}), { status: files[path] ? 200 : 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => (await import('../../../../client/i18n/texts.ts')).loadTexts;

it('loadTexts requests each namespace only once', async () => {
  const loadTexts = await load();
  await loadTexts(['popups']);
  const t = await loadTexts(['popups', 'codes']);
  expect(requests).toEqual(['/locale/hi/popups.json', '/locale/hi/codes.json']);
  expect(t('popup.close')).toBe('बंद करें');
  expect(t('network_error')).toBe('कनेक्शन जाँचें');
  expect(t('code.15111')).toBe('गलत');
});

it('loadTexts interpolates values without escaping them', async () => {
  const t = await (await load())(['codes']);
  expect(t('greeting', { name: 'R & <b>' })).toBe('नमस्ते R & <b>');
});

it('loadTexts requests a namespace again after a failed load', async () => {
  const loadTexts = await load();
  isDown = true;
  await expect(loadTexts(['popups'])).rejects.toThrow('Failed to fetch');
  isDown = false;
  expect((await loadTexts(['popups']))('popup.close')).toBe('बंद करें');
});

it('loadTexts rejects if a requested namespace does not exist', async () => {
  const loadTexts = await load();
  await expect(loadTexts(['wallet'])).rejects.toThrow('hi/wallet were answered with 404');
});
