import { eq } from 'drizzle-orm';
import { settlePayout } from '../cashier/settle-payout.ts';
import { withdrawals } from '../cashier/tables.ts';
import { decideWithdrawal } from '../cashier/withdrawals.ts';
import { createAnnouncements } from '../limits/announcements.ts';
import { beginTimeOut } from '../limits/breaks.ts';
import { waitMs } from '../limits/change-limit.ts';
import { readLimits, sendsDepositBack } from '../limits/repository.ts';
import { confirmLimit, type SetLimitDeps, setLimit } from '../limits/set-limit.ts';
import { breakOf } from './plan.ts';
import { type Action, deposit, later, type Replay } from './replay-payments.ts';

/** The demo player's deposit limit for a week. The planned deposits stay below `limitMinor`. */
const limit = { kind: 'deposit', period: 'week' } as const;
const limitMinor = 20_000_00;
const returnedMinor = 1_000_00;
const hourMs = 3_600_000;

/**
 * Returns the actions of a deposit that the player begins before a time-out and pays during the time-out. An operator
 * then returns the money.
 */
function returnedDeposit(replay: Replay, breakAt: Date): Action[] {
  const { tx, player, cashier } = replay;
  let withdrawalId = '';
  return [
    ...deposit(replay, {
      kind: 'deposit',
      at: later(breakAt, -30_000),
      amountMinor: returnedMinor,
      outcome: 'approved',
    }),
    {
      at: later(breakAt, 3 * hourMs),
      async run() {
        const rows = await tx.select().from(withdrawals).where(eq(withdrawals.accountId, player.accountId));
        const row = rows.find(sendsDepositBack);
        if (!row) throw new Error('the deposit during the break of the demo player was kept');
        ({ withdrawalId } = row);
        const approval = { withdrawalId, decision: 'approved', by: 'history', reason: null } as const;
        await decideWithdrawal(cashier, approval, tx);
      },
    },
    {
      at: later(breakAt, 27 * hourMs),
      run: async () => void (await settlePayout(cashier, withdrawalId, { kind: 'paid' }, tx)),
    },
  ];
}

/**
 * Returns the actions that set and change a deposit limit, begin a time-out, and return a deposit. The actions call the
 * services that handle real players. If the history is too short for a time-out, the list is empty.
 */
export function limitActions(replay: Replay, timeZone: string, since: Date, now: Date): Action[] {
  const { tx, player, clock } = replay;
  const { accountId } = player;
  const pause = breakOf(since, now);
  if (!pause) return [];
  const announcements = createAnnouncements({ clock });
  const deps: SetLimitDeps = { clock, timeZone, announcements };
  const at = (part: number) => later(since, Math.floor(part * (now.getTime() - since.getTime())));
  const ask = (askedAt: Date, amount: number | null): Action => ({
    at: askedAt,
    run: async () => void (await setLimit(tx, deps, player, { ...limit, amount }, askedAt)),
  });
  const removalAt = at(0.42);
  return [
    ask(at(0.05), limitMinor),
    // The player asks twice to remove the limit: the first request is cancelled, the second is confirmed.
    ask(at(0.12), null),
    ask(at(0.14), limitMinor),
    ask(removalAt, null),
    {
      at: later(removalAt, waitMs),
      async run() {
        const waiting = (await readLimits(tx, accountId)).find(({ waitingId }) => waitingId !== null);
        await confirmLimit(tx, deps, player, waiting?.waitingId ?? '', clock.now());
      },
    },
    {
      at: pause.at,
      async run() {
        const endsAt = await beginTimeOut(tx, accountId, pause.endsAt);
        await announcements.timeOutBegun(tx, { accountId, endsAt });
      },
    },
    ...returnedDeposit(replay, pause.at),
  ];
}
