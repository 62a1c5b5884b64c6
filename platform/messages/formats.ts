import type { MessageLanguage } from './texts.ts';

const locales: Readonly<Record<MessageLanguage, string>> = {
  en: 'en-IN',
  hi: 'hi-IN',
  pt: 'pt-PT',
  nb: 'nb-NO',
};

/** Formats an amount of money in a language, without decimals if they are zero. */
export function moneyIn(language: MessageLanguage, amountMinor: number, currencyCode: string): string {
  const format = new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: currencyCode,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Formats the day of an instant in a language. */
export function dayIn(language: MessageLanguage, at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(at);
}
