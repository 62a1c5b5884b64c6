import type { VerifyResponse } from '../../../shared/contract/draw-proof.ts';
import { parseDrawId } from '../../../shared/domain/draw-id.ts';
import { readDrawKind } from '../../../shared/domain/draw-parameters.ts';
import type { DrawPage } from '../../../shared/pages/draw.ts';
import type { Fact } from '../../../shared/pages/facts.ts';
import type { Words } from '../../words/words.ts';

/** Describes the draw rule of a game in words. For an unknown kind of rule, returns the parameters as JSON. */
export function ruleText(parameters: Record<string, unknown>, words: Words): string {
  const kind = readDrawKind(parameters);
  switch (kind?.kind) {
    case 'balls':
      return words.t(kind.bonus ? 'rule.balls_bonus' : 'rule.balls', { picks: kind.picks, pool: kind.pool });
    case 'keno':
      return words.t('rule.balls', { picks: kind.drawn, pool: kind.pool });
    case 'digits':
      return words.t('rule.digits', { digits: kind.digits });
    case 'symbols':
      return words.t('rule.symbols', {
        picks: kind.picks,
        symbols: kind.symbols.map((symbol) => words.tOr(`board.symbol.${symbol}`, symbol)).join(', '),
      });
    case 'color':
      return words.t('rule.color', { last: kind.numbers - 1 });
    case 'raffle':
      return words.t('rule.raffle', {
        total: kind.prizes.reduce((sum, { winners }) => sum + winners, 0),
        digits: kind.numberDigits,
        series: kind.series.join(', '),
      });
    default:
      return JSON.stringify(parameters);
  }
}

type FactName =
  | 'draw_id'
  | 'commitment'
  | 'committed_at'
  | 'opened_at'
  | 'tickets_root'
  | 'closed_at'
  | 'seed'
  | 'published_at'
  | 'function'
  | 'drawn'
  | 'drawn_before'
  | 'drawn_by_seed';
const hashes = new Set<string>(['commitment', 'tickets_root', 'seed']);
const times = new Set<string>(['committed_at', 'opened_at', 'closed_at', 'published_at']);

/** Returns a list with one value of a proof and its label. The list is empty if the value is not known. */
export function proofFact(name: FactName, value: string | null, words: Words): Fact[] {
  if (!value) return [];
  const label = words.t(`proof.${name}`);
  if (times.has(name)) return [{ label, text: words.moment(value) }];
  return [{ label, text: value, isData: true, ...(hashes.has(name) ? { isHash: true } : {}) }];
}

/**
 * Returns the URL of the page that repeats a draw in the browser. Returns null for an id in an unknown format. The ids
 * of another platform may have such a format.
 */
export const verifyHref = (drawId: string, { langPrefix }: Words): string | null =>
  parseDrawId(drawId) ? `${langPrefix}/verify/${drawId}` : null;

/** Returns the first list of numbers as text if it differs from the second list, otherwise null. */
const differs = (numbers: readonly string[], counting: readonly string[]): string | null => {
  const text = numbers.join(' ');
  return text === counting.join(' ') ? null : text;
};

/** Returns the data of the proof section of a draw's page. The labels are the terms of docs/draw-function.md. */
export function proofView(proof: VerifyResponse, words: Words): NonNullable<DrawPage['proof']> {
  const { committedAt, openedAt, correction, verified } = proof;
  const fact = (name: FactName, value: string | null) => proofFact(name, value, words);
  // `openedAt` is null if sales never opened. Either the platform was down during the sales period, or it generated the
  // draw as a past draw at its first start. The commitment of such a draw proves nothing about its tickets.
  const isBeforeSales = openedAt !== null && Date.parse(committedAt) < Date.parse(openedAt);
  const isReplaced = correction !== null && verified === false;
  return {
    // Corrected numbers do not follow from the seed, so the text must not claim that they do.
    text: words.t(isReplaced ? 'proof.text_corrected' : isBeforeSales ? 'proof.text' : 'proof.text_late'),
    verdict:
      verified === null
        ? null
        : {
            mark: verified ? 'agrees' : isReplaced ? 'corrected' : 'differs',
            text: words.t(verified ? 'proof.agrees' : 'proof.disagrees'),
          },
    facts: [
      ...fact('draw_id', proof.drawId),
      ...fact('commitment', proof.commitment),
      ...fact('committed_at', committedAt),
      ...fact('opened_at', openedAt),
      ...fact('tickets_root', proof.ticketsRoot),
      ...fact('closed_at', proof.closedAt),
      ...fact('seed', proof.seed),
      ...fact('published_at', proof.publishedAt),
      ...fact('function', proof.drawFunction),
      { label: words.t('verify.data.rule'), text: ruleText(proof.drawParameters, words) },
      ...fact('drawn', proof.drawn.join(' ')),
      ...fact('drawn_before', correction && differs(correction.drawnBefore, proof.drawn)),
      ...fact('drawn_by_seed', differs(proof.drawnBySeed, proof.drawn)),
    ],
  };
}
