import { expect, it } from 'vitest';
import { isLinkable, isPopupCode, popups } from '../../../../client/popups/registry.ts';
import { allTexts, readLocale } from '../../../../server/config/locale.ts';

const english = readLocale('config', 'en');

it('the popup registry contains exactly the popups 1 to 11, `winners` and `reality-check`', () => {
  expect(Object.keys(popups)).toEqual([
    ...Array.from({ length: 11 }, (_, index) => String(index + 1)),
    'winners',
    'reality-check',
  ]);
  expect(isPopupCode(1)).toBe(true);
  expect(isPopupCode(12)).toBe(false);
  expect(isPopupCode('toString')).toBe(false);
});

it('a link can open every popup of the specification except popup 5, which needs props', () => {
  const codes = Object.keys(popups).map((name) => Number(name) || name);
  expect(codes.filter((code) => isPopupCode(code) && isLinkable(code))).toEqual([
    1, 2, 3, 4, 6, 7, 8, 9, 10, 11,
  ]);
});

it.each(Object.entries(popups))(
  'popup %s has a prepare function and refers only to existing locale files',
  async (_code, entry) => {
    expect(entry.texts.filter((namespace) => !english.has(namespace))).toEqual([]);
    expect(typeof (await entry.load())).toBe('function');
  },
);

it('the namespace `popups` contains the general error messages', () => {
  const loaded = new Map([...english].filter(([namespace]) => namespace === 'popups'));
  expect(allTexts(loaded)).toMatchObject({
    network_error: expect.any(String),
    session_expired: expect.any(String),
    technical_issue: expect.any(String),
  });
});
