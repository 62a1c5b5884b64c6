import { describe, expect, it } from 'vitest';
import { checkResultRange } from '../../../../shared/domain/result-dates.ts';

const today = '2026-11-21';
const check = (from?: string, to?: string) => checkResultRange({ from, to }, today);

describe('the date range of the results page', () => {
  it('starts seven days before today and ends today by default', () => {
    expect(check()).toEqual({ ok: true, from: '2026-11-14', to: today });
    expect(check('', '')).toEqual({ ok: true, from: '2026-11-14', to: today });
  });

  it('starts seven days before the last day if only the last day is given', () => {
    expect(check(undefined, '2026-03-05')).toEqual({ ok: true, from: '2026-02-26', to: '2026-03-05' });
  });

  it('ends today if only the first day is given', () => {
    expect(check('2026-11-01')).toEqual({ ok: true, from: '2026-11-01', to: today });
  });

  it('may be a single day, such as today', () => {
    expect(check(today, today)).toEqual({ ok: true, from: today, to: today });
  });

  it('may have up to 366 days', () => {
    expect(check('2025-11-21', today)).toEqual({ ok: true, from: '2025-11-21', to: today });
    expect(check('2025-11-20', today)).toEqual({
      ok: false,
      field: 'from',
      messageKey: 'results.error_range',
    });
    expect(check('1926-01-01')).toEqual({ ok: false, field: 'from', messageKey: 'results.error_range' });
  });

  it.each([
    '2026-02-30',
    '2026-2-3',
    '21-11-2026',
    'yesterday',
    '2026-11-21 ',
    '+002026-11-2',
    "' or 1=1",
    '٢٠٢٦-١١-٢١',
  ])('is rejected if a day is not a date: %s', (wrong) => {
    expect(check(wrong, today)).toEqual({ ok: false, field: 'from', messageKey: 'results.error_date' });
    expect(check('2026-11-01', wrong)).toEqual({ ok: false, field: 'to', messageKey: 'results.error_date' });
    expect(check(undefined, wrong)).toEqual({ ok: false, field: 'to', messageKey: 'results.error_date' });
  });

  it('is rejected if a day is after today, and the error names the field', () => {
    expect(check('2026-11-22')).toEqual({ ok: false, field: 'from', messageKey: 'results.error_future' });
    expect(check('2026-11-20', '2026-11-22')).toEqual({
      ok: false,
      field: 'to',
      messageKey: 'results.error_future',
    });
    expect(check(undefined, '2027-11-22')).toEqual({
      ok: false,
      field: 'to',
      messageKey: 'results.error_future',
    });
  });

  it('is rejected if the last day is before the first', () => {
    expect(check('2026-11-20', '2026-11-19')).toEqual({
      ok: false,
      field: 'to',
      messageKey: 'results.error_order',
    });
  });
});
