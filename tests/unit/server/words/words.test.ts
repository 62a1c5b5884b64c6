import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSiteConfig } from '../../../../server/config/site-config.ts';
import { createWords } from '../../../../server/words/words.ts';
import type { Schedule } from '../../../../shared/contract/games.ts';

const config = readSiteConfig(path.resolve('config'));
const words = createWords(config);
const en = words.get('en');
if (!en) throw new Error('no English');

describe('the texts and formats of a language', () => {
  it('format money with Indian grouping and without zero paise', () => {
    expect(en.money(4_250_000_000, 'INR')).toBe('₹4,25,00,000');
    expect(en.money(1100, 'INR')).toBe('₹11');
    expect(en.money(1150, 'INR')).toBe('₹11.50');
    expect(en.money(500, 'JPY')).toBe('¥500');
    expect(en.shortMoney(40_000_000_00, 'INR')).toBe('₹4Cr');
    expect(en.shortMoney(385_000_000_00, 'INR')).toBe('₹38.5Cr');
  });

  it('format days and times in the site’s time zone, not the server’s', () => {
    expect(en.day('2026-11-20T20:00:00Z')).toBe('21 Nov 2026');
    expect(en.longDay('2026-11-20T12:30:00Z')).toBe('20 November 2026');
    expect(en.time('2026-11-20T18:30:00Z')).toBe('00:00');
    expect(en.start('2026-11-21T15:00:00Z')).toBe('Sat, 21 Nov · 20:30 IST');
  });

  it.each<[Schedule, string]>([
    [{ every: 'minutes', minutes: 5 }, 'Every 5 minutes'],
    [{ every: 'minutes', minutes: 60 }, 'Hourly'],
    [{ every: 'week', weekdays: [0, 1, 2, 3, 4, 5, 6], times: ['19:00'] }, 'Daily at 19:00'],
    [{ every: 'week', weekdays: [0, 1, 2, 3, 4, 5, 6], times: ['09:00', '12:00'] }, '2 times a day'],
    [{ every: 'week', weekdays: [3, 6], times: ['20:30'] }, 'Wednesday and Saturday at 20:30'],
    [{ every: 'week', weekdays: [0], times: ['16:00'] }, 'Sunday at 16:00'],
  ])('describe the schedule %j', (schedule, text) => {
    expect(en.schedule(schedule)).toBe(text);
  });

  it.each([
    ['en', ['0 tickets', '1 ticket', '2 tickets', '1000000 tickets']],
    ['hi', ['0 टिकट', '1 टिकट', '2 टिकट', '1000000 टिकट']],
    ['pt', ['0 bilhetes', '1 bilhete', '2 bilhetes', '1000000 de bilhetes']],
    ['nb', ['0 lodd', '1 lodd', '2 lodd', '1000000 lodd']],
  ])('use the plural forms of the language %s', (language, wanted) => {
    const { t } = words.get(language) ?? en;
    expect([0, 1, 2, 1_000_000].map((count) => t('account.statistics.purchases', { count }))).toEqual(wanted);
  });

  it('use the given fallback for a missing key', () => {
    expect(en.tOr('game.keno', 'x')).toBe('Golden Keno 20/80');
    expect(en.tOr('game.unheard', 'Unheard')).toBe('Unheard');
  });
});
