import { drawNameOf, drawnNumbersOf, slotOf } from '../draws/result-view.ts';
import type { DrawCorrection } from '../draws/tables.ts';
import type { GameDefinition } from '../games/catalogue.ts';

/**
 * Texts of hits in the languages other than English. A test compares the names of symbols, colours and times of day
 * with the texts of the site.
 */
export const drawTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  hi: {
    corrected: 'सुधारा गया',
    voided: 'रद्द, मान्य नहीं',
    morning: 'सुबह',
    noon: 'दोपहर',
    afternoon: 'दोपहर बाद',
    evening: 'शाम',
    lotus: 'कमल',
    lamp: 'दीया',
    bell: 'घंटी',
    kite: 'पतंग',
    mango: 'आम',
    feather: 'पंख',
    drum: 'ढोल',
    crown: 'मुकुट',
    star: 'तारा',
    red: 'लाल',
    green: 'हरा',
    violet: 'बैंगनी',
  },
  pt: {
    corrected: 'Corrigido',
    voided: 'Anulado, não conta',
    morning: 'Manhã',
    noon: 'Meio-dia',
    afternoon: 'Tarde',
    evening: 'Fim da tarde',
    lotus: 'Lótus',
    lamp: 'Candeia',
    bell: 'Sino',
    kite: 'Papagaio de papel',
    mango: 'Manga',
    feather: 'Pena',
    drum: 'Tambor',
    crown: 'Coroa',
    star: 'Estrela',
    red: 'Vermelho',
    green: 'Verde',
    violet: 'Violeta',
  },
  nb: {
    corrected: 'Rettet',
    voided: 'Ugyldig, teller ikke',
    morning: 'Morgen',
    noon: 'Middag',
    afternoon: 'Ettermiddag',
    evening: 'Kveld',
    lotus: 'Lotus',
    lamp: 'Lampe',
    bell: 'Klokke',
    kite: 'Drage',
    mango: 'Mango',
    feather: 'Fjær',
    drum: 'Tromme',
    crown: 'Krone',
    star: 'Stjerne',
    red: 'Rød',
    green: 'Grønn',
    violet: 'Fiolett',
  },
};

const notes = { corrected: 'Corrected', voided: 'Void, does not count' } as const;

/** Returns the name of a draw in a language, for example "Golden Pick 3 · Kveld". */
export function drawNameIn(lang: string, game: GameDefinition, drawAt: Date, timeZone: string): string {
  const part = drawTexts[lang]?.[slotOf(game, drawAt, timeZone) ?? ''];
  return part === undefined ? drawNameOf(game, drawAt, timeZone) : `${game.name} · ${part}`;
}

/** Returns the drawn numbers, symbols and colours as text in a language. */
export function drawnTextIn(lang: string, game: GameDefinition, drawn: readonly string[]): string {
  const texts = drawnNumbersOf(game, drawn).map(({ tNumber }) => drawTexts[lang]?.[tNumber] ?? tNumber);
  // Separate symbols by commas, because the name of a symbol can have several words.
  return texts.join(game.kind.kind === 'symbols' ? ', ' : ' ');
}

/**
 * Returns the text that precedes the numbers of a corrected or voided result. Without this text, players could take the
 * numbers for an ordinary result.
 */
export function correctionNoteIn(lang: string, correction: DrawCorrection | null): string {
  if (correction === null) return '';
  return `${drawTexts[lang]?.[correction.kind] ?? notes[correction.kind]} · `;
}
