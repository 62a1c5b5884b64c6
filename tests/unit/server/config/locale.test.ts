import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SiteConfigError } from '../../../../server/config/config-file.ts';
import { allTexts, readLocale } from '../../../../server/config/locale.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'locale-'));
  mkdirSync(path.join(folder, 'locale/en'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (namespace: string, texts: object) =>
  writeFileSync(path.join(folder, `locale/en/${namespace}.json`), JSON.stringify(texts));

it('readLocale reads each file as one namespace', () => {
  write('site', { menu: { home: 'Home' } });
  write('forms', { enter_otp: 'Enter the code.' });
  const locale = readLocale(folder, 'en');
  expect([...locale.keys()]).toEqual(['forms', 'site']);
  expect(allTexts(locale)).toEqual({ menu: { home: 'Home' }, enter_otp: 'Enter the code.' });
});

it('readLocale rejects a key that occurs in two namespaces, with an error that names both namespaces', () => {
  write('forms', { login: { title: 'Log in' } });
  write('popups', { login: { close: 'Close' } });
  expect(() => readLocale(folder, 'en')).toThrow(SiteConfigError);
  expect(() => readLocale(folder, 'en')).toThrow(
    'config/locale/en/popups.json: login: is also in forms.json',
  );
});

it('readLocale rejects a language without texts', () => {
  expect(() => readLocale(folder, 'en')).toThrow('config/locale/en has no texts');
  expect(() => readLocale(folder, 'pt')).toThrow('config/locale/pt has no texts');
});

it.each([
  [{ menu: { home: 7 } }, 'menu.home: must be a text'],
  [{ menu: { items: ['Home'] } }, 'menu.items: must be a text'],
  [['Home'], 'the file: must be a text'],
])('readLocale rejects %j with an error that names the value that is not a text', (texts, message) => {
  write('wrong', texts);
  expect(() => readLocale(folder, 'en')).toThrow(`config/locale/en/wrong.json: ${message}`);
});
