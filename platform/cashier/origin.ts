import { randomUUID } from 'node:crypto';
import { sendsDepositBack } from '../limits/repository.ts';

/**
 * How a withdrawal began. `operator`: an operator opened it for a player who cannot log in. `operator-deposits`: the same,
 * but only deposits are returned, the way that they came. `returned-deposit`: a deposit that the player may not keep.
 */
export type WithdrawalOrigin = 'player' | 'operator' | 'operator-deposits' | 'returned-deposit';

/** Returns the idempotency key of a withdrawal that an operator opens. Keys of players contain no colon. */
export const operatorKeyOf = (isDeposits: boolean): string =>
  `${isDeposits ? 'operator-deposits' : 'operator'}:${randomUUID()}`;

export function originOf(row: { idempotencyKey: string }): WithdrawalOrigin {
  if (sendsDepositBack(row)) return 'returned-deposit';
  const [prefix] = row.idempotencyKey.split(':', 1);
  return prefix === 'operator' || prefix === 'operator-deposits' ? prefix : 'player';
}
