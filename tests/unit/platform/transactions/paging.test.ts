import { describe, expect, it } from 'vitest';
import { createCursors } from '../../../../platform/transactions/cursor.ts';
import { createPaging, type Page } from '../../../../platform/transactions/paging.ts';
import { lastMonths } from '../../../../platform/transactions/statistics.ts';
import { offsetTimeIn } from '../../../../shared/domain/site-time.ts';

const cursors = createCursors(Buffer.alloc(32, 7));

function pagingIn(timeZone: string, now = '2026-11-21T12:00:00Z') {
  return createPaging({ cursors, timeZone, clock: { now: () => new Date(now) } });
}

function opened(paging: ReturnType<typeof pagingIn>, asked: Parameters<typeof paging.open>[1]): Page {
  const page = paging.open(['x'], asked);
  if ('fields' in page) throw new Error(JSON.stringify(page));
  return page;
}

function span({ start, before }: Page) {
  return [start.toISOString(), before.toISOString()];
}

describe('days of a range', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-20', '2026-11-21', '2026-11-19T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
    // 23 and 25 hours.
    ['Europe/Oslo', '2026-03-29', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Oslo', '2026-10-25', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // Midnight does not exist: the day begins at one.
    ['America/Santiago', '2026-09-06', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ])('in %s from %s to %s', (timeZone, from, to, start, before) => {
    expect(span(opened(pagingIn(timeZone), { from, to }))).toEqual([start, before]);
  });

  it('are the last 31 where none are given, by the site’s calendar', () => {
    const late = opened(pagingIn('Asia/Kolkata', '2026-11-20T18:30:00Z'), {});
    expect([late.from, late.to]).toEqual(['2026-10-22', '2026-11-21']);
    const early = opened(pagingIn('Asia/Kolkata', '2026-11-20T18:29:59Z'), {});
    expect([early.from, early.to]).toEqual(['2026-10-21', '2026-11-20']);
  });

  it.each([
    [{ from: '2026-11-21', to: '2026-11-20' }, 'to', 'results.error_order'],
    [{ from: '2026-02-30', to: '2026-11-20' }, 'from', 'results.error_date'],
    [{ to: '2026-11-22' }, 'to', 'results.error_future'],
    [{ from: '2025-11-19', to: '2026-11-20' }, 'from', 'results.error_range'],
  ])('%j are none', (asked, field, key) => {
    expect(pagingIn('Asia/Kolkata').open(['x'], asked)).toEqual({ fields: { [field]: key } });
  });
});

describe('a cursor', () => {
  const subject = ['transactions', 'account', undefined];
  const position = { from: '2026-11-01', to: '2026-11-20', place: { atMs: 1_795_000_000_000, id: '42' } };
  const cursor = cursors.write(subject, position);

  it('brings its range and its place along, also on the next day', () => {
    expect(cursors.read(subject, cursor)).toEqual(position);
    const page = pagingIn('Asia/Kolkata', '2026-11-22T12:00:00Z').open(subject, { cursor });
    expect(page).toMatchObject({ from: '2026-11-01', to: '2026-11-20', after: position.place });
  });

  it('is none where one character of it was changed', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < cursor.length; at++) {
      for (const letter of letters) {
        if (letter === cursor[at]) continue;
        expect(cursors.read(subject, cursor.slice(0, at) + letter + cursor.slice(at + 1))).toBeNull();
      }
    }
    for (const other of ['', 'A', cursor.slice(1), `${cursor}A`, cursor.slice(0, 16)])
      expect(cursors.read(subject, other), other).toBeNull();
  });

  it('is none of another player’s, filter, range or key', () => {
    expect(cursors.read(['transactions', 'other', undefined], cursor)).toBeNull();
    expect(cursors.read(['transactions', 'account', 'prize'], cursor)).toBeNull();
    expect(createCursors(Buffer.alloc(32, 8)).read(subject, cursor)).toBeNull();
    const paging = pagingIn('Asia/Kolkata');
    const wrong = { fields: { cursor: 'field.wrong' } };
    expect(paging.open(subject, { cursor, from: '2026-11-02' })).toEqual(wrong);
    expect(paging.open(subject, { cursor, to: '2026-11-19' })).toEqual(wrong);
    expect(paging.open(subject, { cursor, from: '2026-11-01', to: '2026-11-20' })).not.toEqual(wrong);
  });
});

it('the last twelve months are the site’s, over the turn of a year', () => {
  const months = lastMonths('Asia/Kolkata', new Date('2026-02-28T18:30:00Z'));
  expect(months).toHaveLength(12);
  expect([months[0], months[2], months[11]]).toEqual(['2026-03', '2026-01', '2025-04']);
});

it.each([
  ['Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21T00:00:00+05:30'],
  ['Europe/Oslo', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00+02:00'],
  ['Europe/Oslo', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00+01:00'],
  ['America/St_Johns', '2026-11-21T12:00:00.000Z', '2026-11-21T08:30:00-03:30'],
  ['UTC', '2026-11-21T12:00:00.999Z', '2026-11-21T12:00:00+00:00'],
])('in %s %s is %s', (timeZone, at, shown) => {
  expect(offsetTimeIn(timeZone, new Date(at))).toBe(shown);
});
