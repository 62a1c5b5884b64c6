import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkedGames } from '../../../shared/check/check-request.ts';
import type { Game } from '../../../shared/contract/games.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { ask } from '../../helpers/http.ts';
import { byTag, parseMarkup } from '../../helpers/markup.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { annul, correct, jaldiDrawn } from '../draws-corrections/plays.ts';
import { drawnIn, newestResult, shownIn, ticketsOf } from './checked-tickets.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;
let games: Game[];

beforeAll(async () => {
  platform = await startPlatform({ now, historyDays: 8 });
  await platform.deps.engine.tick();
  await drawNextJaldi(platform);
  await setPosted('');
  proxy = await startUpstreamProxy(platform.url);
  site = await startSite({
    platform: proxy,
    clock: platform.clock,
    env: { SITE_URL: 'https://lotto.example' },
    warm: false,
  });
  const { body } = await platform.call('gameList', {});
  games = body.success ? body.data.gameList : [];
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

/** Marks the prizes of all published draws as posted, except those of one draw. */
async function setPosted(except: string): Promise<void> {
  await queryDatabase(
    platform.databaseUrl,
    `update draws set posted_at = case when draw_id = '${except}' then null else now() end,
       prizes_posted = case when draw_id = '${except}' then 0 else winners_total end where status = 'published'`,
  );
}

const get = (path: string) => ask(site.origin, path);
const check = (query: Record<string, string | number>, lang = '') =>
  get(
    `${lang}/check?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  );

const newestOf = (gameId: string) => newestResult(platform, gameId);

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

describe('check of numbers', () => {
  it('reports for each game a win with prize and amount, and a loss', async () => {
    expect(checkedGames(games)).toHaveLength(7);
    for (const { gameId } of games) {
      const result = await newestOf(gameId);
      const { best, prizeNo, none } = ticketsOf(gameId, result);
      const prize = result.drawPrizeDetail.find((each) => each.prizeNo === prizeNo);
      const shown = shownIn(
        await check({ game: gameId, draw: result.drawNumber, numbers: `Line 1: ${best}\r\n${none}` }),
      );
      expect([gameId, shown.status, shown.unsure]).toEqual([gameId, 200, '']);
      expect(shown.summary).toContain('Won: 1 · Cannot say yet: 0 · Not won: 1');
      expect(shown.won).toContain(
        `${prize?.prizeName} (${prize?.prizeText}): ${rupees.format((prize?.prizeAmount ?? 0) / 100)}`,
      );
    }
  });

  it('gives no verdict on numbers that match the jackpot if the result reports no jackpot winner', async () => {
    const result = await newestOf('jackpot');
    const numbers = drawnIn(result).join(' ');
    expect(result.drawPrizeDetail[0]?.noOfWinner).toBe(0);
    const shown = shownIn(await check({ game: 'jackpot', draw: result.drawNumber, numbers }));
    expect(shown.unsure).toContain('These numbers match the jackpot');
    expect([shown.won, shown.lost]).toEqual(['', '']);
  });

  it('reports no loss while the prizes of the draw are being posted', async () => {
    const { drawNumber } = await newestOf('keno');
    const query = {
      game: 'keno',
      draw: drawNumber - 2,
      numbers: ticketsOf('keno', await newestOf('keno')).none,
    };
    await setPosted(`keno-${drawNumber - 2}`);
    const posting = shownIn(await check(query));
    expect(`${posting.won}${posting.unsure}`).toMatch(/Won \(1\)|still being paid out/);
    expect(posting.lost).toBe('');
    await setPosted('');
    platform.clock.set(new Date(platform.clock.now().getTime() + 10_000));
    await expect.poll(async () => shownIn(await check(query)).unsure, { timeout: 10_000 }).toBe('');
  });

  it('uses the corrected numbers, and reports that the stakes of a void draw were paid back', async () => {
    const { drawNumber, resultNumber } = await newestOf('jaldi');
    const first = Number(resultNumber.tNumbers[0]?.tNumber);
    const wrong = (first + 1) % 10;
    const checked = async () =>
      shownIn(await check({ game: 'jaldi', draw: drawNumber, numbers: `${first}\n${wrong}` }));
    expect((await checked()).won).not.toContain('Corrected');
    await correct(platform, {
      drawId: `jaldi-${drawNumber}`,
      drawn: jaldiDrawn(wrong),
      reason: 'Wrongly read.',
    });
    await expect.poll(async () => (await checked()).won, { timeout: 10_000 }).toContain('Wrongly read.');
    const corrected = await checked();
    expect(corrected.won).toMatch(new RegExp(`Drawn: ${wrong} .*Number \\(The number drawn\\): ₹77`));
    expect(corrected.lost).toContain('Wrongly read.');
    await annul(platform, { drawId: `jaldi-${drawNumber}`, reason: 'Held too early.' });
    await expect.poll(async () => (await checked()).won, { timeout: 10_000 }).toBe('');
    const voided = await checked();
    expect(voided.lost).toContain('This draw is void. It does not count, and stakes were paid back.');
    expect(voided.lost).toContain('Held too early.');
  });

  it('gives no verdict on a draw without a result', async () => {
    const upcoming = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
    const next =
      upcoming.body.success && upcoming.body.data.gameList.find(({ gameId }) => gameId === 'jaldi');
    if (!next) throw new Error('no draw of Jaldi is on sale');
    const numbers = '0\n1\n2\n3\n4\n5\n6\n7\n8\n9';
    const coming = shownIn(await check({ game: 'jaldi', draw: next.drawNumber, numbers }));
    expect(coming.unsure).toContain('This draw has not taken place yet.');
    expect(coming.unsure).toContain('Tickets: 10');
    expect([coming.won, coming.lost]).toEqual(['', '']);
    const day = { game: 'jaldi', from: '2026-11-21', to: '2026-11-21', numbers };
    expect(shownIn(await check(day)).unsure).toContain('This draw has not taken place yet.');
    // The start time of the next draw passes, but the engine does not run the draw.
    platform.clock.set(new Date(Date.parse(next.drawStartDate) + 1000));
    for (const query of [
      { game: 'jaldi', numbers, last: 1 },
      { game: 'jaldi', draw: next.drawNumber, numbers },
    ]) {
      const overdue = shownIn(await check(query));
      expect(overdue.unsure).toContain('The result is not published yet.');
      expect(overdue.unsure).toContain(next.drawNumber.toLocaleString('en-IN'));
    }
  });

  it('checks the newest draws or the draws of a range of days', async () => {
    const newest = await newestOf('daily');
    const numbers = '1 2 3 4 5';
    const last = shownIn(await check({ game: 'daily', numbers, last: 3 }));
    expect(last.summary).toContain('Tickets: 1 · Draws: 3');
    const days = shownIn(await check({ game: 'daily', numbers, from: '2026-11-18', to: '2026-11-19' }));
    expect(days.summary).toContain('Draws: 2');
    expect(`${days.won}${days.lost}`).not.toContain(`Draw ${newest.drawNumber}`);
    const none = shownIn(
      await check({ game: 'raffle', numbers: '62A 12345', from: '2026-11-17', to: '2026-11-18' }),
    );
    expect(none.summary).toBe('No draw of this game was held in these days. Choose other days.');
    const all = shownIn(await check({ game: 'jaldi', numbers: '7', from: '2026-11-14', to: '2026-11-20' }));
    expect(all.summary).toContain('Draws: 300');
  });

  it('reads digits in Devanagari, and symbol names in the language of the page', async () => {
    const { drawNumber, resultNumber } = await newestOf('symbols');
    const names = JSON.parse((await get('/locale/hi/play.json')).text).board.symbol;
    const numbers = resultNumber.tNumbers.map(({ tNumber }) => names[tNumber]).join('، ');
    const shown = shownIn(await check({ game: 'symbols', draw: drawNumber, numbers }, '/hi'));
    expect(shown.won).toContain('जीते (1)');
    const daily = await newestOf('daily');
    const devanagari = drawnIn(daily)
      .join('\u200f / ')
      .replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));
    expect(
      shownIn(await check({ game: 'daily', draw: daily.drawNumber, numbers: devanagari })).won,
    ).toContain('First prize');
  });
});

describe('invalid input to the check of numbers', () => {
  const daily = { game: 'daily', numbers: '1 2 3 4 5' };
  it.each([
    [{ game: 'nothing', numbers: '1 2 3' }, 'game', 'There is no such game. Choose one from the list.'],
    [{ numbers: '1 2 3' }, 'game', 'Choose the game of your ticket.'],
    [{ game: 'daily', numbers: '' }, 'numbers', 'Type the numbers of at least one ticket.'],
    [{ game: 'daily', numbers: ' \u200f\n ' }, 'numbers', 'Type the numbers of at least one ticket.'],
    [{ game: 'daily', numbers: '1 2 3 4 99' }, 'numbers', '99 is not between 1 and 36.'],
    [{ game: 'daily', numbers: '1 2 3 4 4' }, 'numbers', '4 occurs twice.'],
    [{ game: 'daily', numbers: '1 2 3 4' }, 'numbers', 'A ticket has 5 numbers, this line has 4.'],
    [{ game: 'jackpot', numbers: '1 2 3 4 5 6 7' }, 'numbers', 'A ticket has 6 numbers, this line has 7.'],
    [{ game: 'keno', numbers: '1 2 3 4 5 6 7 8 9 10 11' }, 'numbers', 'A ticket has 1 to 10 numbers'],
    [{ game: 'pick3', numbers: '12' }, 'numbers', 'A ticket has 3 digits, this line has 2.'],
    [{ game: 'pick3', numbers: '111 box' }, 'numbers', 'at least two different digits'],
    [{ game: 'raffle', numbers: '99Z 12345' }, 'numbers', 'The series are 62A, 62B, 62C, 62D, 62E.'],
    [{ game: 'raffle', numbers: '62A 123' }, 'numbers', 'has 5 digits. This line has 3.'],
    [{ game: 'symbols', numbers: 'lotus lotus' }, 'numbers', 'A ticket has 4 symbols, this line has 2.'],
    [{ game: 'jaldi', numbers: 'blue' }, 'numbers', 'is neither a number from 0 to 9 nor a colour'],
    [{ game: 'daily', numbers: '1\n'.repeat(51) }, 'numbers', 'At most 50 tickets at once.'],
    [{ game: 'daily', numbers: 'x'.repeat(10_000) }, 'numbers', 'Use at most 4000 characters.'],
    [{ game: 'daily', numbers: '<script>alert(1)</script>' }, 'numbers', 'is not a number.'],
    [{ game: 'daily', numbers: 'مرحبا بالعالم' }, 'numbers', 'is not a number.'],
    [{ ...daily, from: '2026-11-19', to: '2026-11-18' }, 'to', 'The last day lies before the first.'],
    [{ ...daily, from: 'yesterday' }, 'from', 'This is not a date.'],
    [{ ...daily, by: 'days', to: '2030-01-01' }, 'to', 'This day has not come yet.'],
    [{ ...daily, last: '9999' }, 'last', 'Choose a number of draws from 1 to 300.'],
    [{ ...daily, by: 'draw' }, 'draw', 'Type the number of the draw, in digits.'],
    [{ ...daily, draw: '٪' }, 'draw', 'Type the number of the draw, in digits.'],
    [{ ...daily, draw: '999999999' }, 'draw', 'There is no such draw yet. The newest draw has the number'],
  ])('%o gets a message and the focus at the field %s', async (query, field, message) => {
    const answer = await check(query);
    const shown = shownIn(answer);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect([shown.status, shown.focused]).toEqual([422, [`check-${field}`]]);
    expect(shown.errors.join()).toContain(message);
    expect(shown.typed.trim()).toBe(query.numbers.trim());
    expect([shown.won, shown.lost, shown.unsure]).toEqual(['', '', '']);
  });

  it('gets a message in the language of the page', async () => {
    for (const [lang, message] of [
      ['/hi', 'एक टिकट में 5 नंबर होते हैं'],
      ['/pt', 'Um bilhete tem 5 números'],
      ['/nb', 'Et lodd har 5 tall'],
    ] as const)
      expect(shownIn(await check({ game: 'daily', numbers: '1' }, lang)).errors.join()).toContain(message);
  });
});

describe('numbers typed into the check', () => {
  it('stay in the form after a failure of the platform', async () => {
    proxy.treat(({ url }) => (url.endsWith('/result') ? 'fail' : 'pass'));
    const shown = shownIn(
      await check({ game: 'keno', numbers: '1 2 3', from: '2026-11-16', to: '2026-11-16' }),
    );
    expect([shown.status, shown.typed]).toEqual([503, '1 2 3']);
    expect(shown.summary).toContain('The results could not be loaded.');
    proxy.treat(() => 'pass');
  });
});

describe('check page without numbers', () => {
  it('is cached with tags and listed in the sitemap', async () => {
    const answer = await get('/check?game=keno');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toMatch(/^public/);
    expect(answer.headers['cache-tag']).toContain('games');
    expect(answer.text).toContain('1 to 10 different numbers from 1 to 80');
    expect((await get('/sitemap-pages.xml')).text).toContain('https://lotto.example/hi/check<');
    const moved = await get('/check/?game=keno&numbers=1');
    expect([moved.status, moved.headers['cache-control']]).toEqual([301, 'private, no-store']);
  });

  it('is linked from results, games and draws, and a draw page has a form that checks tickets of that draw', async () => {
    const { drawNumber } = await newestOf('raffle');
    const page = await get(`/hi/results/golden-raffle/${drawNumber}`);
    const form = byTag(parseMarkup(page.text), 'form').find(({ attributes }) =>
      attributes['action']?.startsWith('/hi/check'),
    );
    const listed = byTag(parseMarkup(page.text), 'ul')
      .filter(({ attributes }) => attributes['class'] === 'winning-numbers__list')
      .map((list) => byTag(list, 'li').map((item) => item.text));
    expect(listed.map(({ length }) => length)).toEqual([1, 10, 10, 20, 100]);
    expect(listed).toEqual(listed.map((numbers) => numbers.toSorted()));
    if (!form) throw new Error('the draw page has no form');
    const hidden = byTag(form, 'input').map(({ attributes }) => [attributes['name'], attributes['value']]);
    expect(hidden).toEqual([
      ['game', 'raffle'],
      ['draw', String(drawNumber)],
    ]);
    for (const path of ['/results', '/results?game=raffle', '/games/golden-raffle'])
      expect((await get(path)).text, path).toMatch(/href="\/check[?"]/);
  });
});
