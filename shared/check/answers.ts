import type { Line } from '../domain/draw-kinds.ts';
import type { CheckAnswers, CheckGroup, CheckRow } from '../pages/check.ts';
import { prizeNameOf, textOr } from '../translate.ts';
import { createCheck, type LineAnswer } from './check-draw.ts';
import { type CheckedGame, mostDraws } from './check-request.ts';
import { type CorrectionWords, correctionTexts } from './correction-text.ts';
import type { FoundDraw } from './find-draws.ts';
import { drawnText, lineText } from './line-texts.ts';

/** The texts and formats for the answers of a check, in the language of the page. */
export interface CheckWords extends CorrectionWords {
  langPrefix: string;
  money(amountMinor: number, currencyCode: string): string;
  count(value: number): string;
  /** Formats the start of a draw, for example "Sat, 21 Nov · 20:30 IST". */
  start(at: string): string;
}

/**
 * A row of losing or undecided tickets lists at most this many tickets. If it has more tickets, the row shows only how
 * many there are.
 */
const listedTickets = 5;

const kinds = ['won', 'unsure', 'lost'] as const;

/** Returns a key that is equal for tickets with the same answer. One row shows all tickets with the same key. */
function keyOf(answer: LineAnswer): string {
  if (answer.kind === 'won') return `won ${answer.prize.prizeNo}`;
  return answer.kind === 'unsure' ? `unsure ${answer.reason}` : 'lost';
}

const answerOfMissing = ({ isUpcoming }: FoundDraw): LineAnswer => ({
  kind: 'unsure',
  reason: isUpcoming ? 'upcoming' : 'unpublished',
});

/** Groups the lines of one draw by their answer. A group has the position of its first line. */
function answersOf({ rules }: CheckedGame, lines: readonly Line[], draw: FoundDraw) {
  const check = draw.result ? createCheck(rules, draw.result) : () => answerOfMissing(draw);
  const groups = new Map<string, { answer: LineAnswer; lines: Line[] }>();
  for (const line of lines) {
    const answer = check(line);
    const key = keyOf(answer);
    const group = groups.get(key) ?? { answer, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  return groups;
}

/** Returns the text of an answer and a note below it. */
function textsOf(
  answer: LineAnswer,
  { game }: CheckedGame,
  currencyCode: string,
  words: CheckWords,
): Pick<CheckRow, 'answer' | 'note'> {
  const { t } = words;
  if (answer.kind === 'unsure') return { answer: t(`check.unsure.${answer.reason}`), note: null };
  if (answer.kind === 'lost') return { answer: answer.isVoid ? t('check.void') : null, note: null };
  const { prize, isUnsold } = answer;
  return {
    answer: t('check.prize', {
      prize: prizeNameOf(t, game.gameId, prize),
      match: textOr(t, `prize.${game.gameId}.${prize.prizeNo}.text`, prize.prizeText),
      amount: words.money(prize.prizeAmount, currencyCode),
    }),
    note: isUnsold ? t('check.unsold') : null,
  };
}

function rowOf(
  checked: CheckedGame,
  draw: FoundDraw,
  [key, group]: [string, { answer: LineAnswer; lines: Line[] }],
  lineCount: number,
  words: CheckWords,
): CheckRow {
  const { game, rules } = checked;
  const { result, drawNumber, startsAt } = draw;
  const { t } = words;
  const texts = group.lines.map((line) => lineText(line, t));
  const isCounted = group.answer.kind !== 'won' && texts.length > listedTickets;
  // If only one ticket is checked, do not list it in its row, because the page already shows it above the rows.
  const tickets =
    lineCount === 1
      ? []
      : isCounted
        ? [t('check.count_tickets', { number: words.count(texts.length) })]
        : texts;
  return {
    key: `${drawNumber} ${key}`,
    drawText: t('card.draw_number', { number: words.count(drawNumber) }),
    drawHref: result ? `${words.langPrefix}/results/${game.slug}/${drawNumber}` : null,
    dateText:
      startsAt && (result ? `${words.day(startsAt)} · ${words.time(startsAt)}` : words.start(startsAt)),
    numbers: result ? drawnText(rules.kind, result, t) : null,
    tickets,
    ...textsOf(group.answer, checked, result?.currencyCode ?? game.currencyCode, words),
    correction: result ? correctionTexts(result, words) : null,
  };
}

/**
 * Creates the view of all answers: first the wins, then the undecided tickets, then the losses. Each ticket is in
 * exactly one row of each draw.
 * @param draws newest first
 */
export function checkAnswers(
  checked: CheckedGame,
  lines: readonly Line[],
  { draws, isCut, mayLackNewest }: { draws: readonly FoundDraw[]; isCut: boolean; mayLackNewest: boolean },
  words: CheckWords,
): CheckAnswers {
  const { t } = words;
  const rows: Record<CheckGroup['kind'], CheckRow[]> = { won: [], unsure: [], lost: [] };
  const counts = { won: 0, unsure: 0, lost: 0 };
  for (const draw of draws) {
    for (const entry of answersOf(checked, lines, draw)) {
      const [, { answer, lines: same }] = entry;
      counts[answer.kind] += same.length;
      rows[answer.kind].push(rowOf(checked, draw, entry, lines.length, words));
    }
  }
  const counted = (key: string, count: number) => t(key, { number: words.count(count) });
  const notes = [
    ...(mayLackNewest ? [t('check.newest_missing')] : []),
    ...(isCut ? [t('check.cut', { number: words.count(mostDraws) })] : []),
    ...(counts.won > 0 ? [t('check.note_claim')] : []),
  ];
  return {
    title: t('check.answers'),
    summary:
      draws.length === 0
        ? t('check.no_draws')
        : [
            `${counted('check.count_tickets', lines.length)} · ${counted('check.count_draws', draws.length)}`,
            ...kinds.map((kind) => `${t(`check.kind.${kind}`)}: ${words.count(counts[kind])}`),
          ].join(' · '),
    notes,
    read: { title: t('check.read'), tickets: lines.map((line) => lineText(line, t)) },
    groups: kinds
      .filter((kind) => rows[kind].length > 0)
      .map((kind) => ({
        kind,
        title: `${t(`check.kind.${kind}`)} (${words.count(counts[kind])})`,
        text: t(`check.kind_text.${kind}`),
        rows: rows[kind],
      })),
  };
}
