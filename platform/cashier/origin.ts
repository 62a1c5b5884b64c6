import { randomUUID } from 'node:crypto';
import { sendsDepositBack } from '../limits/repository.ts';

/**
 * How a withdrawal began. `operator`: an operator opened it for a player who cannot log in. `operator-deposits`: like
 * `operator`, but only deposits are returned, to their source. `returned-deposit`: the platform returns a deposit that
 * a limit, a time-out or an exclusion forbids.
 */
export type WithdrawalOrigin = 'player' | 'operator' | 'operator-deposits' | 'returned-deposit';

/**
 * Returns the idempotency key of a withdrawal that an operator opens. The key cannot equal a player's key, because keys
 * of players contain no colon.
 */
export const operatorKeyOf = (isDeposits: boolean): string =>
  `${isDeposits ? 'operator-deposits' : 'operator'}:${randomUUID()}`;

export function originOf(row: { idempotencyKey: string }): WithdrawalOrigin {
  if (sendsDepositBack(row)) return 'returned-deposit';
  const [prefix] = row.idempotencyKey.split(':', 1);
  return prefix === 'operator' || prefix === 'operator-deposits' ? prefix : 'player';
}
