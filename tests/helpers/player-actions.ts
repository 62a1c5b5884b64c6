import { randomUUID } from 'node:crypto';
import { settlePayout } from '../../platform/cashier/settle-payout.ts';
import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import type { Destination } from '../../shared/contract/destinations.ts';
import type { FundedPlayer } from './funded-player.ts';
import { ask } from './http.ts';
import type { TestPlatform } from './platform.ts';

/** Makes a call that must succeed. @returns the `data` of the answer */
export const dataOf = async <N extends CallName>(
  who: Pick<FundedPlayer, 'call'>,
  name: N,
  data: CallRequest<N>,
): Promise<CallResponse<N>> => {
  const { body } = await who.call(name, data);
  if (!body.success) throw new Error(`${name} was refused: ${JSON.stringify(body)}`);
  return body.data;
};

/** Buys ticket lines for a game's next draw. */
export const buyNext = async (
  platform: TestPlatform,
  who: Pick<FundedPlayer, 'call'>,
  gameId: string,
  lines: CallRequest<'tickets/buy'>['lines'],
): Promise<CallResponse<'tickets/buy'>> => {
  const { gameList } = await dataOf(platform, 'upcomingDraw', { action: 'upcomingDraw' });
  const drawId = gameList.find((game) => game.gameId === gameId)?.drawId ?? '';
  return dataOf(who, 'tickets/buy', { gameId, drawId, lines, idempotencyKey: randomUUID() });
};

/** Starts a deposit and chooses its result on the sandbox's payment page. */
export const payIn = async (
  platform: TestPlatform,
  who: Pick<FundedPlayer, 'call'>,
  amount: number,
  outcome: 'approved' | 'declined' | 'cancelled' = 'approved',
): Promise<void> => {
  const begun = await dataOf(who, 'cashier/deposit', { amount, idempotencyKey: randomUUID() });
  const { status } = await ask(platform.url, new URL(begun.paymentUrl).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `outcome=${outcome}`,
  });
  if (status !== 303) throw new Error(`the sandbox answered ${status}`);
};

/** Adds a bank account for withdrawals. The identity of the player must be approved. */
export const addBankAccount = (who: Pick<FundedPlayer, 'call'>): Promise<Destination> =>
  dataOf(who, 'cashier/addDestination', {
    accountNumber: '000123456789',
    bankCode: 'TEST0001234',
    idempotencyKey: randomUUID(),
  });

/** Requests a withdrawal for a player, and approves or refuses it as an operator. @returns the id of the withdrawal */
export const withdraw = async (
  { deps }: TestPlatform,
  who: Pick<FundedPlayer, 'call'>,
  amount: number,
  decision: 'approved' | 'refused',
  reason: string | null = null,
): Promise<string> => {
  const { withdrawalId } = await dataOf(who, 'cashier/withdraw', { amount, idempotencyKey: randomUUID() });
  await deps.database.db.transaction((tx) =>
    deps.cashier.decide({ withdrawalId, decision, by: 'an operator', reason }, tx),
  );
  return withdrawalId;
};

/**
 * Requests a withdrawal for a player, and approves or refuses it as an operator. An approved withdrawal is also paid, as
 * if the operator paid by hand.
 */
export const payOut = async (
  platform: TestPlatform,
  who: Pick<FundedPlayer, 'call'>,
  amount: number,
  decision: 'approved' | 'refused',
  reason: string | null = null,
): Promise<void> => {
  const { deps } = platform;
  const withdrawalId = await withdraw(platform, who, amount, decision, reason);
  if (decision === 'approved')
    await deps.database.db.transaction((tx) => settlePayout(deps, withdrawalId, { kind: 'paid' }, tx));
};
