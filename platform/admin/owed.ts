import { sql } from 'drizzle-orm';
import { withdrawOrder } from '../wallet/service.ts';
import type { AdminDeps, Outcome } from './context.ts';
import { many, moneyOf } from './words.ts';

interface Owed extends Record<string, unknown> {
  accountId: string;
  username: string;
  status: string;
  kycState: string;
  currencyCode: string;
  cash: string;
  deposits: string;
}

const most = 500;

/**
 * Lists at most 500 excluded and suspended players who have cash. These players cannot request a withdrawal themselves.
 * A player can be listed again after a withdrawal, for example if a ticket wins a prize later.
 */
export async function listPlayersOwedMoney({ db, clock }: Pick<AdminDeps, 'db' | 'clock'>): Promise<Outcome> {
  const { rows } = await db.execute<Owed>(sql`
    select a.account_id as "accountId", a.username, a.status, a.kyc_state as "kycState",
      a.currency_code as "currencyCode", sum(l.balance_minor) as cash,
      coalesce(sum(l.balance_minor) filter (where l.bucket = 'deposit'), 0) as deposits
    from accounts a
    join ledger_accounts l on l.owner = 'player:' || a.account_id and l.currency_code = a.currency_code
      and l.bucket = any(${sql.param([...withdrawOrder])}::text[])
    where a.status in ('excluded', 'suspended')
      and (a.status_until is null or a.status_until > ${clock.now().toISOString()}::timestamptz)
    group by a.account_id
    having sum(l.balance_minor) > 0
    order by a.username_key
    limit ${most}`);
  const data = rows.map(({ cash, deposits, accountId, username, status, kycState, currencyCode }) => ({
    accountId,
    username,
    status,
    kycState,
    currencyCode,
    cashMinor: Number(cash),
    depositsMinor: Number(deposits),
  }));
  return {
    data,
    lines: [
      ...data.map((row) => {
        const [cash, deposits] = [row.cashMinor, row.depositsMinor].map((minor) =>
          moneyOf(minor, row.currencyCode),
        );
        return `${row.username} (${row.status}, identity ${row.kycState})  ${cash}, of which ${deposits} was deposited`;
      }),
      data.length === 0
        ? 'No excluded or suspended player has money.'
        : `${many(data.length, 'player')} to pay out: run withdrawals open for each of them.`,
    ],
  };
}
