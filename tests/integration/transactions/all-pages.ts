import type { CallName, CallRequest, CallResponse } from '../../../shared/contract/calls.ts';
import type { FundedPlayer } from '../../helpers/funded-player.ts';
import { dataOf } from '../../helpers/player-actions.ts';

/**
 * Returns the rows of all pages of a summary. The function requests each further page with the cursor of the previous
 * page, as a client does.
 */
async function pages<N extends CallName, R>(
  who: FundedPlayer,
  name: N,
  first: CallRequest<N>,
  next: (cursor: string) => CallRequest<N>,
  rowsOf: (answer: CallResponse<N>) => { rows: R[]; cursor: string | null },
): Promise<R[]> {
  const all: R[] = [];
  let request = first;
  for (;;) {
    const { rows, cursor } = rowsOf(await dataOf(who, name, request));
    all.push(...rows);
    if (cursor === null) return all;
    request = next(cursor);
  }
}

export function allTransactions(
  who: FundedPlayer,
  change: CallRequest<'transaction/transactionSummary'> = {},
  limit = 3,
) {
  return pages(
    who,
    'transaction/transactionSummary',
    { limit, ...change },
    (cursor) => ({ cursor, limit, ...(change.kind ? { kind: change.kind } : {}) }),
    ({ transactions: rows, cursor }) => ({ rows, cursor }),
  );
}

export function allPurchases(
  who: FundedPlayer,
  change: CallRequest<'transaction/purchaseSummary'> = {},
  limit = 1,
) {
  return pages(
    who,
    'transaction/purchaseSummary',
    { limit, ...change },
    (cursor) => ({
      cursor,
      limit,
      ...(change.gameId ? { gameId: change.gameId } : {}),
      ...(change.outcome ? { outcome: change.outcome } : {}),
    }),
    ({ purchases: rows, cursor }) => ({ rows, cursor }),
  );
}

export function allDraws(
  who: FundedPlayer,
  change: CallRequest<'transaction/gameHistorySummary'> = {},
  limit = 1,
) {
  return pages(
    who,
    'transaction/gameHistorySummary',
    { limit, ...change },
    (cursor) => ({ cursor, limit, ...(change.gameId ? { gameId: change.gameId } : {}) }),
    ({ draws: rows, cursor }) => ({ rows, cursor }),
  );
}
