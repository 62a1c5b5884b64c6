import { createDateWords, type DateWords } from '../../shared/date-words.ts';
import type { MessageLanguage } from './texts.ts';

const locales: Readonly<Record<MessageLanguage, string>> = {
  en: 'en-IN',
  hi: 'hi-IN',
  pt: 'pt-PT',
  nb: 'nb-NO',
};

// Formats are cached, because creating one takes about 50 µs, and a large draw has thousands of mails.
const moneyFormats = new Map<string, Intl.NumberFormat>();
const countFormats = new Map<string, Intl.NumberFormat>();
const dateWords = new Map<string, DateWords>();

function kept<T>(formats: Map<string, T>, key: string, create: () => T): T {
  const format = formats.get(key) ?? create();
  formats.set(key, format);
  return format;
}

/** Formats an amount of money in a language, without decimals if they are zero. */
export function moneyIn(language: MessageLanguage, amountMinor: number, currencyCode: string): string {
  const format = kept(
    moneyFormats,
    `${language} ${currencyCode}`,
    () =>
      new Intl.NumberFormat(locales[language], {
        style: 'currency',
        currency: currencyCode,
        // Use the narrow symbol in every language, for example "50 ₹" in Norwegian, because the texts and the site's
        // configuration use it.
        currencyDisplay: 'narrowSymbol',
        trailingZeroDisplay: 'stripIfInteger',
      }),
  );
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Formats a count in a language, such as "12,500". */
export function countIn(language: MessageLanguage, count: number): string {
  return kept(countFormats, language, () => new Intl.NumberFormat(locales[language])).format(count);
}

function datesIn(language: MessageLanguage, timeZone: string): DateWords {
  return kept(dateWords, `${language} ${timeZone}`, () => createDateWords(locales[language], timeZone));
}

/** Formats the day of an instant in a language. */
export function dayIn(language: MessageLanguage, at: Date, timeZone: string): string {
  return datesIn(language, timeZone).longDay(at.toISOString());
}

/** Formats an instant in a language, with its day, time and time zone. The pages of the site use the same formats. */
export function momentIn(language: MessageLanguage, at: Date, timeZone: string): string {
  return datesIn(language, timeZone).longMoment(at.toISOString());
}
