import type { DrawnNumber, Result } from '../contract/results.ts';
import type { DrawKind, Line } from '../domain/draw-kinds.ts';
import { typedLine } from '../domain/typed-line.ts';
import { type Translate, textOr } from '../translate.ts';
import { plainText } from './plain-text.ts';

const symbolText = (name: string, t: Translate): string => textOr(t, `board.symbol.${name}`, name);
const colorText = (key: string, t: Translate): string => textOr(t, `board.color.${key}`, key);

/**
 * Maps each translated word of a ticket, such as the name of a symbol, to the untranslated word in the data of a ticket
 * line.
 */
export function namesIn(kind: DrawKind, t: Translate): Map<string, string> {
  const named: [text: string, name: string][] = [];
  if (kind.kind === 'digits') named.push([t('board.straight'), 'straight'], [t('board.box'), 'box']);
  if (kind.kind === 'symbols') named.push(...kind.symbols.map((name) => pair(symbolText(name, t), name)));
  if (kind.kind === 'color') named.push(...kind.colors.map(({ key }) => pair(colorText(key, t), key)));
  return new Map(named.map(([text, name]) => [plainText(text), name]));
}

const pair = (text: string, name: string): [string, string] => [text, name];

const partText = (part: string | number, t: Translate): string =>
  typeof part === 'string' ? symbolText(part, t) : String(part);

/** Symbols are separated by commas, because a name can have several words. Numbers are separated by spaces. */
const separatorOf = ([part]: readonly (string | number)[]): string => (typeof part === 'string' ? ', ' : ' ');

/** Formats a ticket line in the language of `t`. `readTickets` reads this text as the same line. */
export function lineText(line: Line, t: Translate): string {
  if (Array.isArray(line)) return line.map((part) => partText(part, t)).join(separatorOf(line));
  if ('color' in line) return colorText(line.color, t);
  if ('digits' in line && line.play === 'box') return `${line.digits} ${t('board.box')}`;
  return typedLine(line);
}

/** Returns one drawn number, symbol or colour as text in the language of `t`. */
export function markText({ tNumber, isImage, role }: DrawnNumber, t: Translate): string {
  if (role === 'color') return colorText(tNumber, t);
  return isImage ? symbolText(tNumber, t) : tNumber;
}

/** Returns the drawn numbers as text. For a raffle, the text is the winning number of the first prize. */
export function drawnText(kind: DrawKind, { resultNumber: { tNumbers } }: Result, t: Translate): string {
  const texts = tNumbers.map((mark) => (mark.role === 'bonus' ? `+ ${mark.tNumber}` : markText(mark, t)));
  const separators: Partial<Record<DrawKind['kind'], string>> = { digits: '', symbols: ', ' };
  return texts.join(separators[kind.kind] ?? ' ');
}

/** Returns ascending numbers that are spread over the pool. */
const spread = (count: number, pool: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.round(((index + 0.6) * pool) / count));

/** Returns an example of a ticket line for draws of this kind. */
function exampleLine(kind: DrawKind): Line {
  switch (kind.kind) {
    case 'balls':
      return spread(kind.picks, kind.pool);
    case 'keno':
      return spread(Math.min(4, kind.spots.max), kind.pool);
    case 'digits':
      return { digits: '048215937'.slice(0, kind.digits), play: 'straight' };
    case 'raffle':
      return { series: kind.series[0] ?? '', number: '482159370'.slice(0, kind.numberDigits) };
    case 'symbols':
      return kind.symbols.slice(0, kind.picks);
    default:
      return { number: kind.numbers - 1 };
  }
}

/** Describes how to type a ticket for draws of this kind, with an example. */
export function hintOf(kind: DrawKind, t: Translate): string {
  const example = lineText(exampleLine(kind), t);
  switch (kind.kind) {
    case 'balls':
      return t('check.hint.balls', { number: kind.picks, most: kind.pool, example });
    case 'keno':
      return t('check.hint.keno', { least: kind.spots.min, most: kind.spots.max, pool: kind.pool, example });
    case 'digits':
      return t('check.hint.digits', {
        number: kind.digits,
        example,
        word: t('board.box'),
        box: `${example} ${t('board.box')}`,
      });
    case 'raffle':
      return t('check.hint.raffle', { series: kind.series.join(', '), number: kind.numberDigits, example });
    case 'symbols':
      return t('check.hint.symbols', {
        number: kind.picks,
        symbols: kind.symbols.map((name) => symbolText(name, t)).join(', '),
        example,
      });
    default:
      return t('check.hint.color', {
        most: kind.numbers - 1,
        colors: kind.colors.map(({ key }) => colorText(key, t)).join(', '),
        example,
      });
  }
}
