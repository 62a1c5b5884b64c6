import { codes } from '../../shared/contract/codes.ts';
import type { Failure } from '../../shared/contract/envelope.ts';
import type { RefusalReason } from '../../shared/contract/refusal-reasons.ts';
import type { Receipt } from '../../shared/contract/tickets.ts';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import type { PlayDraw } from '../../shared/pages/game.ts';
import { type CallResult, callApi } from '../api/call-api.ts';

/** The platform's answer to the purchase of one draw. */
export type Outcome =
  | { kind: 'bought'; receipt: Receipt }
  | { kind: 'refused'; code: Failure['firstCode']; reason?: RefusalReason };

/** A draw of a purchase. The outcome is null until the platform has answered. */
export type OrderedDraw = Pick<PlayDraw, 'drawId' | 'drawNumber' | 'drawStartDate' | 'ticketPrice'> & {
  outcome: Outcome | null;
  /**
   * True after a request was sent. If `outcome` is null although a request was sent, the answer is unknown: the
   * platform may have sold the ticket.
   */
  wasSent?: boolean;
};

/** A purchase of the same lines in one or more draws. */
export interface Order {
  /**
   * Username of the player who started the purchase. After another player has logged in, the site refuses the requests
   * of this purchase with 10613. Null while the page is still loading the player.
   */
  buyer: string | null;
  draws: OrderedDraw[];
}

/** Why a purchase has stopped before all draws were answered. */
export type Stop = 'session-expired' | 'unanswered';

/** Codes that apply to every draw of an order, because they concern the account or the site. */
const accountCodes: ReadonlySet<string> = new Set([
  codes.insufficientBalance,
  codes.limitReached,
  codes.timeOutRunning,
  codes.notEligible,
  codes.otherCurrency,
  codes.otherPlayer,
  codes.salesOff,
  codes.tooManyTries,
]);

/** If a repeated request fails with one of these codes, the result of the first request is still unknown. */
const earlyCodes: ReadonlySet<string> = new Set([codes.salesOff, codes.tooManyTries]);

/**
 * The idempotency key depends only on the ticket and the draw. A repeated request therefore gets the receipt of the
 * first request, and buys no second ticket.
 */
export const purchaseKey = (ticketId: string, drawNumber: number): string => `${ticketId}-${drawNumber}`;

function outcomeOf(result: CallResult<Receipt>): Outcome | Stop {
  switch (result.kind) {
    case 'ok':
      return { kind: 'bought', receipt: result.data };
    case 'refused':
      return {
        kind: 'refused',
        code: result.firstCode,
        ...(result.reason && { reason: result.reason }),
      };
    case 'wrong-fields':
      return { kind: 'refused', code: codes.fieldWrong };
    case 'session-expired':
      return 'session-expired';
    default:
      return 'unanswered';
  }
}

/**
 * Buys tickets for the draws of an order, one draw after another. Draws that already have an outcome are skipped.
 * @param order an order whose buyer is known
 * @param onProgress receives the order before each request and after each answer
 * @returns why the purchase has stopped; null if every draw has an outcome
 */
export async function buyOrder(
  { gameId, ticketId, lines }: { gameId: string; ticketId: string; lines: Line[] },
  order: Order & { buyer: string },
  onProgress: (order: Order) => void,
): Promise<Stop | null> {
  let { draws } = order;
  const change = (drawId: string, changed: Partial<OrderedDraw>): void => {
    draws = draws.map((draw) => (draw.drawId === drawId ? { ...draw, ...changed } : draw));
  };
  for (const { drawId, drawNumber, ticketPrice, outcome: known, wasSent = false } of order.draws) {
    if (known) continue;
    // Report the order before the request, because the page may be closed before the answer arrives.
    change(drawId, { wasSent: true });
    onProgress({ buyer: order.buyer, draws });
    const outcome = outcomeOf(
      await callApi(
        'tickets/buy',
        {
          gameId,
          drawId,
          lines,
          expectedPrice: ticketPrice,
          idempotencyKey: purchaseKey(ticketId, drawNumber),
        },
        { username: order.buyer },
      ),
    );
    if (typeof outcome === 'string') {
      if (outcome === 'session-expired') change(drawId, { wasSent });
      onProgress({ buyer: order.buyer, draws });
      return outcome;
    }
    const { code = null } = outcome.kind === 'refused' ? outcome : {};
    const endsAll = code !== null && accountCodes.has(code);
    const isKnown = !wasSent || code === null || !earlyCodes.has(code);
    draws = draws.map((draw) => {
      const isConcerned =
        draw.drawId === drawId ? isKnown : endsAll && draw.outcome === null && !draw.wasSent;
      return isConcerned ? { ...draw, outcome } : draw;
    });
    onProgress({ buyer: order.buyer, draws });
    if (endsAll) return draws.every((draw) => draw.outcome) ? null : 'unanswered';
  }
  return null;
}

export const newOrder = (buyer: string | null, draws: readonly PlayDraw[]): Order => ({
  buyer,
  draws: draws.map(({ drawId, drawNumber, drawStartDate, ticketPrice }) => ({
    drawId,
    drawNumber,
    drawStartDate,
    ticketPrice,
    outcome: null,
  })),
});

export const isAnswered = ({ draws }: Order): boolean => draws.every(({ outcome }) => outcome !== null);

/** Whether the purchase has stopped because another player has logged in. */
export const isTakenOver = ({ draws }: Order): boolean =>
  draws.some(({ outcome }) => outcome?.kind === 'refused' && outcome.code === codes.otherPlayer);

/**
 * Removes the outcomes of refused draws from an order, so that the player can buy these draws again. The idempotency
 * keys of the draws stay the same.
 */
export const withoutRefusals = ({ buyer, draws }: Order): Order => ({
  buyer,
  draws: draws.map((draw) =>
    draw.outcome?.kind === 'refused' ? { ...draw, outcome: null, wasSent: false } : draw,
  ),
});
