import { isoDayMs, startOfDay } from '../../shared/domain/site-time.ts';
import { misused } from './failure.ts';

/** `INR 2,500.00` */
export const moneyOf = (amountMinor: number, currencyCode: string): string => {
  if (currencyCode === 'PTS') return `${amountMinor.toLocaleString('en')} points`;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currencyCode,
    currencyDisplay: 'code',
  });
  return format
    .format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    .replaceAll('\u00a0', ' ');
};

export const many = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

/** Players choose some of what is shown: no escape sequence of theirs reaches a terminal. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}|\p{Cf}/gu, '�');

const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A moment that an operator wrote: a day, which begins in the site's time zone, or a time with its zone.
 * @throws AdminFailure naming the option
 */
export const momentOf = (option: string, written: string, timeZone: string): Date => {
  if (isoDayMs(written) !== null) return startOfDay(timeZone, written);
  const at = withZone.test(written) ? new Date(written) : null;
  if (at === null || Number.isNaN(at.getTime()))
    return misused(
      `--${option} is a day such as 2027-01-31, or a time with its zone such as 2027-01-31T18:00Z`,
    );
  return at;
};
