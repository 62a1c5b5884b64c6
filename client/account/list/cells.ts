import type { PlayedLine } from '../../../shared/contract/play-history.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import type { Translate } from '../../../shared/translate.ts';
import { formatBalance } from '../../ui/format-balance.ts';
import type { Choice, Column } from './list-screen.tsx';
import type { CellView, MarksView, MarkView, Tone } from './list-view.ts';

/** Returns the heading of a column. The CSV files use the same texts. */
export const heading =
  (name: string) =>
  ({ t }: AccountWording): string =>
    t(`summary.${name}`);

/** Formats an instant in the site's time zone, without naming the zone in each row. */
export function moment(at: string, { locale, timeZone }: AccountWording): string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(new Date(at));
}

export const money = (amount: number, currencyCode: string, { moneyFormat }: AccountWording): string =>
  formatBalance(amount, currencyCode, moneyFormat);

/** Formats a change of a balance, with a plus for a credit. */
export const change = (amount: number, currencyCode: string, wording: AccountWording): string =>
  (amount > 0 ? '+' : '') + money(amount, currencyCode, wording);

/** Returns a cell that shows a state as a coloured label. */
export const stateCell = (
  state: string,
  tones: Readonly<Record<string, Tone>>,
  wording: AccountWording,
): CellView => ({
  text: wording.t(`summary.${state}`),
  tone: tones[state] ?? 'plain',
});

export const amountColumn = <Row extends { currencyCode: string }>(
  key: string,
  amountOf: (row: Row) => number,
): Column<Row> => ({
  key,
  look: 'amount',
  label: heading(key),
  cell: (row, wording) => ({ text: money(amountOf(row), row.currencyCode, wording) }),
});

/** A choice between fixed values. The text of a value has the key `<prefix>.<value>`. */
export const fixedChoice = (
  name: string,
  look: Choice['look'],
  label: Choice['label'],
  values: readonly string[],
  prefix: string,
): Choice => ({
  name,
  look,
  label,
  options: ({ wording: { t } }) => Promise.resolve(values.map((value) => [value, t(`${prefix}.${value}`)])),
});

/** The choice of a game. If the games cannot be loaded, only the chosen game is an option. */
export const gameChoice: Choice = {
  name: 'gameId',
  look: 'select',
  label: heading('game'),
  async options({ call, query }) {
    const result = await call('gameList', {});
    if (result.kind === 'ok') return result.data.gameList.map(({ gameId, name }) => [gameId, name]);
    const { gameId } = query;
    return gameId === undefined ? [] : [[gameId, gameId]];
  },
};

/** A symbol of a ticket or of a result, as a picture with its name. */
export const symbolMark = (symbol: string, t: Translate, matched: readonly string[] = []): MarkView => ({
  text: t(`board.symbol.${symbol}`),
  symbol,
  isHit: matched.includes(symbol),
});

/** A ticket line with its matching parts. */
export function lineView(
  line: PlayedLine['line'],
  { t }: AccountWording,
  matched: readonly string[] = [],
  note = '',
): MarksView {
  const hit = (text: string) => ({ text, isHit: matched.includes(text) });
  if (Array.isArray(line)) {
    const symbols = line.filter((each) => typeof each === 'string');
    return symbols.length > 0
      ? { look: 'symbols', marks: symbols.map((symbol) => symbolMark(symbol, t, matched)), note }
      : { look: 'numbers', marks: line.map((each) => hit(String(each))), note };
  }
  if ('digits' in line) {
    const played = t(`summary.${line.play}`);
    return {
      look: 'numbers',
      // A digit can occur twice and match once, so the matching digits are consumed one by one.
      marks: digitMarks(line.digits, matched),
      note: note ? `${played} · ${note}` : played,
    };
  }
  if ('series' in line) {
    const text = `${line.series} ${line.number}`;
    return { look: 'text', marks: [{ text, isHit: matched.length > 0 }], note };
  }
  if ('number' in line) return { look: 'numbers', marks: [hit(String(line.number))], note };
  return {
    look: 'text',
    marks: [{ text: t(`layout.color.${line.color}`), isHit: matched.includes(line.color) }],
    note,
  };
}

function digitMarks(digits: string, matched: readonly string[]): MarksView['marks'] {
  const left = Array.from(matched.join(''));
  return Array.from(digits, (text) => {
    const place = left.indexOf(text);
    if (place >= 0) left.splice(place, 1);
    return { text, isHit: place >= 0 };
  });
}
