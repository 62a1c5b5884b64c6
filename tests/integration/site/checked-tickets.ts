import type { Result } from '../../../shared/contract/results.ts';
import type { Answer } from '../../helpers/http.ts';
import { elementsOf, parseMarkup } from '../../helpers/markup.ts';
import type { TestPlatform } from '../../helpers/platform.ts';

/** Returns what a check page shows, such as the tickets in the groups won, lost and unsure, and the error messages. */
export function shownIn({ text, status }: Answer) {
  const all = elementsOf(parseMarkup(text));
  const withClass = (name: string) =>
    all.filter(({ attributes }) => (attributes['class'] ?? '').split(' ').includes(name));
  const group = (kind: string) => withClass(`check__group--${kind}`)[0]?.text.replace(/\s+/g, ' ') ?? '';
  const numbers = all.find(({ attributes }) => attributes['id'] === 'check-numbers');
  return {
    status,
    summary: withClass('check__status')[0]?.text ?? '',
    won: group('won'),
    lost: group('lost'),
    unsure: group('unsure'),
    errors: withClass('field__error').map((error) => error.text.replace(/\s+/g, ' ')),
    focused: all
      .filter(({ attributes }) => 'autofocus' in attributes)
      .map(({ attributes }) => attributes['id']),
    typed: numbers?.text ?? '',
  };
}

/** Returns the newest result of a game. */
export const newestResult = async (platform: TestPlatform, gameId: string): Promise<Result> => {
  const { body } = await platform.call('result', {
    action: 'result',
    showAllResult: true,
    lastestGameId: gameId,
    resultFrom: '2026-01-01',
    resultTo: '2026-11-21',
  });
  const [result] = body.success ? body.data.result : [];
  if (!result) throw new Error(`no result of ${gameId}`);
  return result;
};

/** Returns the drawn numbers or symbols with a role, for example the bonus ball. */
export const drawnIn = ({ resultNumber }: Result, role = 'main') =>
  resultNumber.tNumbers.filter((drawn) => drawn.role === role).map(({ tNumber }) => tNumber);

/** Returns a winning ticket, the number of its prize, and a ticket that wins nothing. */
export function ticketsOf(gameId: string, result: Result): { best: string; prizeNo: number; none: string } {
  const drawn = drawnIn(result);
  const free = (pool: number, count: number) =>
    Array.from({ length: pool }, (_, index) => String(index + 1))
      .filter((number) => !drawn.includes(number) && !drawnIn(result, 'bonus').includes(number))
      .slice(0, count)
      .join(' ');
  switch (gameId) {
    case 'daily':
      return { best: drawn.toReversed().join('-'), prizeNo: 1, none: free(36, 5) };
    case 'jackpot':
      return {
        best: [...drawn.slice(0, 5), ...drawnIn(result, 'bonus')].join(', '),
        prizeNo: 2,
        none: free(49, 6),
      };
    case 'keno':
      return { best: drawn.slice(0, 3).join(' '), prizeNo: 32, none: free(80, 3) };
    case 'pick3':
      return {
        best: drawn.join(''),
        prizeNo: 1,
        none: drawn.map((digit) => String((Number(digit) + 1) % 10)).join(''),
      };
    case 'raffle': {
      const won = new Set(
        result.drawPrizeDetail.flatMap(({ betNumber }) => betNumber.map(({ number }) => number.slice(-4))),
      );
      const lost = ['0001', '0002', '0003', '0004'].find((number) => !won.has(number));
      return { best: `${drawnIn(result, 'series')[0]}${drawn[0]}`, prizeNo: 1, none: `62A 9${lost}` };
    }
    case 'symbols': {
      const other = ['lotus', 'lamp', 'bell', 'kite', 'mango'].find((name) => !drawn.includes(name));
      return { best: drawn.join(' '), prizeNo: 1, none: `${other} `.repeat(4) };
    }
    default:
      return { best: drawn[0] ?? '', prizeNo: 1, none: String((Number(drawn[0]) + 1) % 10) };
  }
}
