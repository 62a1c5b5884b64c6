import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedNote } from '../../../platform/draws/result-view.ts';
import { catalogue } from '../../../platform/games/catalogue.ts';
import { languages } from '../../../platform/messages/texts.ts';
import { drawTexts } from '../../../platform/search/draw-texts.ts';
import { allTexts, readLocale } from '../../../server/config/locale.ts';
import { flatTexts } from '../../../shared/flat-texts.ts';

const config = path.resolve(import.meta.dirname, '../../../config');
const textsIn = (language: string) => new Map(flatTexts(allTexts(readLocale(config, language))));
const numbersIn = (text: string): string[] => (text.match(/\d+/g) ?? []).toSorted();

/** Maps the key of each translated text to the platform's English text. */
const platformTexts = new Map<string, string>();
for (const { gameId, description, tiers } of catalogue) {
  platformTexts.set(`game_text.${gameId}`, description);
  for (const { prizeNo, prizeName, prizeText, shared } of tiers) {
    platformTexts.set(`prize.${gameId}.${prizeNo}.name`, prizeName);
    platformTexts.set(`prize.${gameId}.${prizeNo}.text`, prizeText);
    if (shared) platformTexts.set(`prize.${gameId}.${prizeNo}.note`, sharedNote);
  }
}
it('the English locale files contain the same texts of games and prizes as the platform', () => {
  const english = [...textsIn('en')].filter(
    ([key]) => key.startsWith('game_text.') || key.startsWith('prize.'),
  );
  expect(Object.fromEntries(english)).toEqual(Object.fromEntries(platformTexts));
});

describe.each(languages.filter((language) => language !== 'en'))('the prize texts in %s', (language) => {
  it('contain the same numbers as the platform’s texts', () => {
    const texts = textsIn(language);
    const wrong = [...platformTexts].filter(
      ([key, text]) =>
        key.startsWith('prize.') && numbersIn(texts.get(key) ?? '').join() !== numbersIn(text).join(),
    );
    expect(wrong).toEqual([]);
  });
});

it.each(languages.filter((language) => language !== 'en'))(
  'the draw search in %s uses the site’s names of symbols, colours and times of day',
  (language) => {
    const texts = textsIn(language);
    const { corrected: _corrected, voided: _voided, ...names } = drawTexts[language] ?? {};
    const expected = Object.keys(names).map((name) => [
      name,
      texts.get(`board.symbol.${name}`) ??
        texts.get(`board.color.${name}`) ??
        texts.get(`draw_name.pick3.${name}`)?.split(' · ')[1],
    ]);
    expect(names).toEqual(Object.fromEntries(expected));
    const known = [...texts.keys()].filter((key) =>
      /^(?:board\.(?:symbol|color)|draw_name\.pick3)\./.test(key),
    );
    expect(Object.keys(names)).toHaveLength(known.length);
  },
);
