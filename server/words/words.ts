import { createInstance, type Resource } from 'i18next';
import type { Schedule } from '../../shared/contract/games.ts';
import { createDateWords, type DateWords } from '../../shared/date-words.ts';
import { formatMoney, moneyFormattersOf } from '../../shared/format-money.ts';
import type { Formats } from '../../shared/pages/form.ts';
import type { Translate } from '../../shared/translate.ts';
import { allTexts } from '../config/locale.ts';
import type { SiteConfig } from '../config/site-config.ts';

/** The texts and formats of one language. Formatters are created once, because creating one with Intl is slow. */
export interface Words extends DateWords {
  lang: string;
  langPrefix: string;
  /** The BCP 47 tag for numbers and dates. */
  locale: string;
  t: Translate;
  /** Returns the text of a key from the locale file, or `otherwise` if the locale file does not contain the key. */
  tOr(key: string, otherwise: string): string;
  /** Returns name, rule and note of a prize. Texts that the locale file does not contain come from the platform. */
  prize(gameId: string, prize: NamedPrize): { name: string; text: string; note: string };
  /** Formats an amount in minor units of a currency. Fractions are shown only if they are not zero. */
  money(amountMinor: number, currencyCode: string): string;
  /** Formats a large sum in short form, for example "₹38.4 Cr". */
  shortMoney(amountMinor: number, currencyCode: string): string;
  count(value: number): string;
  /** Formats a percentage with at most one decimal, for example 61.16 as "61.2%". */
  percent(value: number): string;
  /** Formats a month of the calendar, for example "November 2026". */
  month(year: number, month: number): string;
  schedule(schedule: Schedule): string;
}

interface NamedPrize {
  prizeNo: number;
  prizeName: string;
  prizeText?: string;
  prizeSubText?: string;
}

const weekdayOf = [4, 5, 6, 0, 1, 2, 3];

/** Creates the texts and formats of each configured language. @returns the texts and formats by language code */
export function createWords(config: SiteConfig): Map<string, Words> {
  const texts = Object.fromEntries(
    [...config.locales].map(([code, own]) => [code, { translation: allTexts(own) }]),
  );
  return new Map(
    config.boot.languages.map(({ code, locale }) => [code, wordsOf(config, texts, code, locale)] as const),
  );
}

/** Returns the settings with which the browser formats money and times in the page's language. */
export function formatsOf({ boot }: SiteConfig, { locale }: Words): Formats {
  return { locale, timeZone: boot.timeZone, currency: boot.currencyFormat };
}

function wordsOf(config: SiteConfig, resources: Resource, lang: string, locale: string): Words {
  const { defaultLanguage, timeZone } = config.boot;
  const i18n = createInstance();
  void i18n.init({
    lng: lang,
    fallbackLng: defaultLanguage,
    resources,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  // Cache of translated texts without placeholders. Most texts contain no placeholders and are therefore translated
  // only once.
  const texts = new Map<string, string>();
  const text = (key: string): string | null => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    if (!i18n.exists(key)) return null;
    const found = i18n.t(key);
    texts.set(key, found);
    return found;
  };
  const t: Translate = (key, values) => (values ? i18n.t(key, values) : (text(key) ?? key));

  const moneyFormat = { locale, currency: config.boot.currencyFormat };
  const shortFormats = new Map<string, Intl.NumberFormat>();
  const shortFormatOf = (currency: string): Intl.NumberFormat => {
    let format = shortFormats.get(currency);
    if (!format) {
      format = new Intl.NumberFormat(locale, {
        ...config.boot.currencyFormat,
        currency,
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 1,
      });
      shortFormats.set(currency, format);
    }
    return format;
  };
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const monthName = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const weekdayName = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });

  return {
    lang,
    langPrefix: lang === defaultLanguage ? '' : `/${lang}`,
    locale,
    t,
    tOr: (key, otherwise) => text(key) ?? otherwise,
    prize: (gameId, { prizeNo, prizeName, prizeText = '', prizeSubText = '' }) => ({
      name: text(`prize.${gameId}.${prizeNo}.name`) ?? prizeName,
      text: text(`prize.${gameId}.${prizeNo}.text`) ?? prizeText,
      note: prizeSubText && (text(`prize.${gameId}.${prizeNo}.note`) ?? prizeSubText),
    }),
    money: (amountMinor, currencyCode) => formatMoney(amountMinor, currencyCode, moneyFormat),
    shortMoney: (amountMinor, currencyCode) =>
      shortFormatOf(currencyCode).format(amountMinor / moneyFormattersOf(currencyCode, moneyFormat).unit),
    count: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    ...createDateWords(locale, timeZone),
    month: (year, month) => monthName.format(new Date(Date.UTC(year, month - 1))),
    schedule(schedule) {
      if (schedule.every === 'minutes')
        return schedule.minutes === 60
          ? t('schedule.hourly')
          : t('schedule.every_minutes', { count: schedule.minutes });
      const [first = ''] = schedule.times;
      if (schedule.weekdays.length === 7)
        return schedule.times.length === 1
          ? t('schedule.daily', { time: first })
          : t('schedule.times_daily', { count: schedule.times.length });
      // 1970-01-01 was a Thursday, and `weekdayOf` lists the weekdays from Thursday on. Adding the index of a weekday
      // to 1970-01-01 therefore gives a date with that weekday.
      const days = schedule.weekdays.map((weekday) =>
        weekdayName.format(new Date(Date.UTC(1970, 0, 1 + weekdayOf.indexOf(weekday)))),
      );
      return t('schedule.weekly', { days: list.format(days), time: list.format(schedule.times) });
    },
  };
}
