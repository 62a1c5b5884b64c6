import { expect, it } from 'vitest';
import { isPopupCode, popups } from '../../../../client/popups/registry.ts';
import { allTexts, readLocale } from '../../../../server/config/locale.ts';

const english = readLocale('config', 'en');

it('registers each popup by its code of the spec, and no other', () => {
  expect(Object.keys(popups)).toEqual(['1', '5', 'winners']);
  expect(isPopupCode(1)).toBe(true);
  expect(isPopupCode(2)).toBe(false);
  expect(isPopupCode('toString')).toBe(false);
});

it.each(Object.entries(popups))(
  'popup %s loads a preparing function and names locale files that exist',
  async (_code, entry) => {
    expect(entry.texts.filter((namespace) => !english.has(namespace))).toEqual([]);
    expect(typeof (await entry.load())).toBe('function');
  },
);

it('the texts of the messages are in the namespaces that popup 5 loads', () => {
  const loaded = new Map([...english].filter(([namespace]) => namespace === 'popups'));
  expect(allTexts(loaded)).toMatchObject({
    network_error: expect.any(String),
    session_expired: expect.any(String),
    technical_issue: expect.any(String),
  });
});
