import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import { drawQueryOf } from '../../../../platform/search/draw-query.ts';

const today = '2026-11-21';
const all = catalogue.map(({ gameId }) => gameId);
const read = (keyword: string, lang = 'en') => {
  const query = drawQueryOf(keyword, catalogue, today, lang);
  if (query === null) return null;
  const games = query.games.map(({ gameId }) => gameId);
  const numbers = new Set(query.games.map(({ drawNumber }) => drawNumber));
  return {
    games: games.length === all.length ? 'all' : games.join(' '),
    number: numbers.size === 1 ? [...numbers][0] : 'different',
    days: query.days && `${query.days.from} ${query.days.to}`,
  };
};
const of = (games: string, number: number | null = null, days: string | null = null) => ({
  games,
  number,
  days,
});
const onDay = (day: string) => `${day} ${day}`;

describe('drawQueryOf', () => {
  it.each([
    ['keno', of('keno')],
    ['Golden Jackpot 6/49', of('jackpot')],
    ['golden', of('daily pick3 jackpot keno raffle jaldi')],
    ['lucky sym', of('symbols')],
    ['keno 7794', of('keno', 7794)],
    ['result of keno draw no. 7794', of('keno', 7794)],
    ['7794', of('all', 7794)],
    ['36', of('all', 36)],
    ['daily 5/36', of('daily')],
    ['daily 5/36 321', of('daily', 321)],
    ['results', of('all')],
    ['keno 2026-11-20', of('keno', null, onDay('2026-11-20'))],
    ['20/11/2026', of('all', null, onDay('2026-11-20'))],
    ['1.2.2026 keno', of('keno', null, onDay('2026-02-01'))],
    ['today', of('all', null, onDay('2026-11-21'))],
    ['jackpot yesterday', of('jackpot', null, onDay('2026-11-20'))],
    ['21 nov', of('all', null, onDay('2026-11-21'))],
    ['22 nov', of('all', null, onDay('2025-11-22'))],
    ['November 3rd, 2024', of('all', null, onDay('2024-11-03'))],
    ['february 2024', of('all', null, '2024-02-01 2024-02-29')],
    ['december', of('all', null, '2025-12-01 2025-12-31')],
    ['keno 21 nov 2026 7794', of('keno', 7794, onDay('2026-11-21'))],
  ])('parses the keyword %j', (keyword, query) => {
    expect(read(keyword)).toEqual(query);
  });

  it('reads month names in the language of the search', () => {
    expect(read('21 novembro 2026', 'pt')).toEqual(of('all', null, onDay('2026-11-21')));
    expect(read('21 नवंबर 2026', 'hi')).toEqual(of('all', null, onDay('2026-11-21')));
    expect(read('21. oktober', 'nb')).toEqual(of('all', null, onDay('2026-10-21')));
    expect(read('21 novembro 2026', 'en')).toBeNull();
  });

  it.each([
    ['pt', '21 de novembro de 2026', of('all', null, onDay('2026-11-21'))],
    ['pt', 'resultados do keno', of('keno')],
    ['pt', 'sorteio n.º 7794 do keno', of('keno', 7794)],
    ['pt', 'jackpot de ontem', of('jackpot', null, onDay('2026-11-20'))],
    ['hi', 'keno के परिणाम', of('keno')],
    ['pt', 'números sorteados hoje', of('all', null, onDay('2026-11-21'))],
    ['hi', 'कल के ड्रा के रिज़ल्ट', of('all', null, onDay('2026-11-20'))],
    ['hi', 'आज', of('all', null, onDay('2026-11-21'))],
    ['nb', 'trekning nr. 7794', of('all', 7794)],
    ['nb', 'keno i går', of('keno', null, onDay('2026-11-20'))],
    ['nb', 'results of keno today', of('keno', null, onDay('2026-11-21'))],
  ])('in the language %s parses the keyword %j', (lang, keyword, query) => {
    expect(read(keyword, lang)).toEqual(query);
  });

  it.each([
    '',
    '  ',
    'the',
    'poker',
    'keno poker',
    'keno 1 2',
    '0',
    '99999999999',
    '31/02/2026 poker',
    "keno' or 1",
  ])('matches no draw for %j', (keyword) => {
    expect(read(keyword)).toBeNull();
  });
});
