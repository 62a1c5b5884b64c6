import type { MessageLanguage } from './texts.ts';

const locales: Readonly<Record<MessageLanguage, string>> = {
  en: 'en-IN',
  hi: 'hi-IN',
  pt: 'pt-PT',
  nb: 'nb-NO',
};

// Creating a format takes about 50 µs, and a large draw has thousands of mails.
const moneyFormats = new Map<string, Intl.NumberFormat>();
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const momentFormats = new Map<string, Intl.DateTimeFormat>();

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
        trailingZeroDisplay: 'stripIfInteger',
      }),
  );
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Formats the day of an instant in a language. */
export function dayIn(language: MessageLanguage, at: Date, timeZone: string): string {
  const format = kept(
    dayFormats,
    `${language} ${timeZone}`,
    () => new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }),
  );
  return format.format(at);
}

/** Formats an instant in a language, with its day, time and time zone. */
export function momentIn(language: MessageLanguage, at: Date, timeZone: string): string {
  const format = kept(
    momentFormats,
    `${language} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locales[language], {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
  );
  return format.format(at);
}
