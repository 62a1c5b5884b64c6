import { describe, expect, it } from 'vitest';
import { createCursors } from '../../../../platform/http/cursors.ts';
import { Refusal } from '../../../../platform/http/refusal.ts';
import { createPaging, type RowsPage } from '../../../../platform/transactions/paging.ts';
import { lastMonths } from '../../../../platform/transactions/statistics.ts';

const cursors = createCursors([Buffer.alloc(32, 7)]);

function pagingIn(timeZone: string, now = '2026-11-21T12:00:00Z') {
  return createPaging({ cursors, timeZone, clock: { now: () => new Date(now) } });
}

/** Opens a page. Returns the page, or the invalid fields if the request is rejected. */
function opened(
  paging: ReturnType<typeof pagingIn>,
  asked: Parameters<typeof paging.open>[1],
  scope: Parameters<typeof paging.open>[0] = ['x'],
): RowsPage | { fields: Record<string, string> | undefined } {
  try {
    return paging.open(scope, asked);
  } catch (error) {
    if (error instanceof Refusal) return { fields: error.answer.data?.fields };
    throw error;
  }
}

function span({ start, before }: RowsPage) {
  return [start.toISOString(), before.toISOString()];
}

describe('the date range of a transactions page', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-20', '2026-11-21', '2026-11-19T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
    // The clock changes on these two days. The first day has 23 hours, and the second has 25.
    ['Europe/Oslo', '2026-03-29', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Oslo', '2026-10-25', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // This day has no midnight and begins at 1:00, because the clock change skips the first hour.
    ['America/Santiago', '2026-09-06', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ])('covers whole days in the time zone %s from %s to %s', (timeZone, from, to, start, before) => {
    expect(span(pagingIn(timeZone).open(['x'], { from, to }))).toEqual([start, before]);
  });

  it('defaults to the last 31 days of the site’s calendar', () => {
    const late = pagingIn('Asia/Kolkata', '2026-11-20T18:30:00Z').open(['x'], {});
    expect([late.from, late.to]).toEqual(['2026-10-22', '2026-11-21']);
    const early = pagingIn('Asia/Kolkata', '2026-11-20T18:29:59Z').open(['x'], {});
    expect([early.from, early.to]).toEqual(['2026-10-21', '2026-11-20']);
  });

  it.each([
    [{ from: '2026-11-21', to: '2026-11-20' }, 'to', 'results.error_order'],
    [{ from: '2026-02-30', to: '2026-11-20' }, 'from', 'results.error_date'],
    [{ to: '2026-11-22' }, 'to', 'results.error_future'],
    [{ from: '2025-11-19', to: '2026-11-20' }, 'from', 'results.error_range'],
  ])('is rejected if it is invalid: %j', (asked, field, key) => {
    expect(opened(pagingIn('Asia/Kolkata'), asked)).toEqual({ fields: { [field]: key } });
  });
});

describe('paging with a cursor', () => {
  const scope = ['transactions', 'account', undefined];
  const place = { atMs: 1_795_000_000_000, id: '42' };
  const range = { from: '2026-11-01', to: '2026-11-20' };
  const cursor = cursors.write(scope, { place, range });
  const wrong = { fields: { cursor: 'field.wrong' } };

  it('keeps the range of the first page, even on the next day', () => {
    const page = pagingIn('Asia/Kolkata', '2026-11-22T12:00:00Z').open(scope, { cursor });
    expect(page).toMatchObject({ ...range, after: place });
  });

  it('rejects a range that differs from the cursor’s range', () => {
    const paging = pagingIn('Asia/Kolkata');
    expect(opened(paging, { cursor, from: '2026-11-02' }, scope)).toEqual(wrong);
    expect(opened(paging, { cursor, to: '2026-11-19' }, scope)).toEqual(wrong);
    expect(opened(paging, { cursor, ...range }, scope)).toMatchObject(range);
  });

  it('rejects a cursor that contains no range', () => {
    const without = cursors.write(scope, { place });
    expect(opened(pagingIn('Asia/Kolkata'), { cursor: without }, scope)).toEqual(wrong);
  });
});

it('lastMonths returns the last twelve months in the site’s time zone', () => {
  const months = lastMonths('Asia/Kolkata', new Date('2026-02-28T18:30:00Z'));
  expect(months).toHaveLength(12);
  expect([months[0], months[2], months[11]]).toEqual(['2026-03', '2026-01', '2025-04']);
});
