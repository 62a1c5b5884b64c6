import type { DrawnNumber, Result } from '../contract/results.ts';
import type { CardCorrection } from '../pages/cards.ts';
import type { Translate } from '../translate.ts';
import { markText } from './line-texts.ts';

/** The texts and formats that the description of a correction needs. */
export interface CorrectionWords {
  t: Translate;
  day(at: string): string;
  time(at: string): string;
}

export const numbersText = (numbers: readonly DrawnNumber[], t: Translate): string =>
  numbers.map((mark) => markText(mark, t)).join(', ');

/**
 * Returns the texts about a draw's correction or voiding. Returns null if the draw was neither corrected nor voided.
 */
export function correctionTexts(
  { correction, resultNumber }: Result,
  words: CorrectionWords,
): CardCorrection | null {
  if (!correction) return null;
  const { kind, at, reason, numbersBefore } = correction;
  const before = numbersText(numbersBefore, words.t);
  const isVoid = kind === 'voided';
  return {
    kind,
    title: words.t(isVoid ? 'card.void' : 'card.corrected'),
    text: words.t(isVoid ? 'card.void_text' : 'card.corrected_text', {
      date: `${words.day(at)} · ${words.time(at)}`,
    }),
    before:
      before === numbersText(resultNumber.tNumbers, words.t)
        ? null
        : words.t('card.first_published', { numbers: before }),
    reason: words.t('card.correction_reason', { reason }),
  };
}
