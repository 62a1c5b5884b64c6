import type { DrawnNumber, Result } from '../contract/results.ts';
import type { CardCorrection } from '../pages/cards.ts';
import type { Translate } from '../translate.ts';
import { markText } from './line-texts.ts';

/** The texts and formats that a correction needs. */
export interface CorrectionWords {
  t: Translate;
  day(at: string): string;
  time(at: string): string;
}

export const numbersText = (numbers: readonly DrawnNumber[], t: Translate): string =>
  numbers.map((mark) => markText(mark, t)).join(', ');

/** Returns the texts about the correction or the voiding of a draw, or null if there was neither. */
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
