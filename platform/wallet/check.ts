import { asc, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database, Queryable } from '../db/database.ts';
import {
  addToSeal,
  beginSeal,
  chainStart,
  detachedMonths,
  faultOf,
  type PostedTransfer,
  readTransfers,
} from './chain.ts';
import { ledgerSeals } from './tables.ts';

export interface LedgerReport {
  transfers: number;
  accounts: number;
  seals: number;
  /**
   * Hash of the newest seal. An operator who stores this hash elsewhere can later prove that no transfer up to that
   * seal was changed.
   */
  newestHash: string | null;
  /**
   * Transfers that are posted but not sealed yet. While the platform runs, these are only the transfers of about the
   * last second.
   */
  unsealed: { transfers: number; firstId: number; lastId: number } | null;
  /**
   * Months whose ledger entries an operator has detached. The entries of these months and the hashes of their seals
   * cannot be verified. All balances can be verified.
   */
  detached: { months: string[]; transfers: number; seals: number };
  /** At most 100 faults with their locations. Empty if the ledger is correct. */
  findings: string[];
}

const chunk = 2000;
const mostFindings = 100;

async function* transfersOf(db: Queryable, sealNo: number | null): AsyncGenerator<PostedTransfer> {
  for (let after = 0; ; ) {
    const some = await readTransfers(db, sealNo, after, chunk);
    yield* some;
    const last = some.at(-1);
    if (!last || some.length < chunk) return;
    after = last.transferId;
  }
}

/**
 * Compares the money held for withdrawals with the withdrawals that are neither paid nor returned. A difference means
 * that a payout has moved its money twice, or has not moved it at all.
 */
async function heldFindings(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ place: string; held: string; open: string }>(sql`
    select concat_ws(' ', coalesce(account.owner, open.owner), coalesce(account.currency_code, open.currency_code)) as place,
      coalesce(balance_minor, 0) as held, coalesce(open.total, 0) as open
    from (select owner, currency_code, balance_minor from ledger_accounts where bucket = 'held') account
    full join (
      select 'player:' || account_id as owner, currency_code, sum(amount_minor) as total from withdrawals
      where state in ('requested', 'approved', 'sending', 'sent') group by account_id, currency_code
    ) open on open.owner = account.owner and open.currency_code = account.currency_code
    where coalesce(balance_minor, 0) <> coalesce(open.total, 0) order by 1 limit ${mostFindings}`);
  return rows.map(
    ({ place, held, open }) => `${place}: ${held} is held, and open withdrawals sum to ${open}`,
  );
}

/**
 * Verifies a snapshot of the whole ledger. It checks that every transfer is unchanged and sums to zero, and that every
 * seal follows from the previous one. It also checks that every balance is the sum of its entries, and that no player's
 * balance is negative. The held money must belong to open withdrawals.
 * @param onProgress receives the number of transfers checked so far
 */
export async function checkLedger(
  database: Pick<Database, 'connect'>,
  onProgress: (transfers: number) => void = () => undefined,
): Promise<LedgerReport> {
  const client = await database.connect();
  const db = drizzle({ client });
  const findings: string[] = [];
  const find = (text: string) => {
    if (findings.length < mostFindings) findings.push(text);
  };
  let seen = 0;
  const detached = { months: new Set<string>(), transfers: 0, seals: 0 };
  const look = (posted: PostedTransfer) => {
    const fault = posted.detachedMonth === null ? faultOf(posted) : null;
    if (posted.detachedMonth !== null) {
      detached.months.add(posted.detachedMonth);
      detached.transfers++;
    }
    if (fault) find(`transfer ${posted.transferId}: ${fault}`);
    seen++;
    if (seen % chunk === 0) onProgress(seen);
  };
  try {
    await client.query('begin isolation level repeatable read read only');
    const seals = await db.select().from(ledgerSeals).orderBy(asc(ledgerSeals.sealNo));
    let previous = chainStart;
    for (const [index, seal] of seals.entries()) {
      if (seal.sealNo !== index + 1) find(`seal ${index + 1} is missing`);
      const hash = beginSeal(previous);
      let members = 0;
      const detachedBefore = detached.transfers;
      for await (const posted of transfersOf(db, seal.sealNo)) {
        look(posted);
        addToSeal(hash, posted);
        members++;
      }
      if (members !== seal.transfers)
        find(`seal ${seal.sealNo} had ${seal.transfers} transfers, and has ${members}`);
      if (detached.transfers > detachedBefore) detached.seals++;
      else if (hash.digest('hex') !== seal.hash) find(`seal ${seal.sealNo} does not fit what it seals`);
      // Continue with the stored hash. Otherwise, one wrong seal would make every later seal wrong.
      previous = seal.hash;
    }
    let firstId = 0;
    let lastId = 0;
    const sealed = seen;
    for await (const posted of transfersOf(db, null)) {
      look(posted);
      firstId ||= posted.transferId;
      lastId = posted.transferId;
    }
    const { rows: strays } = await db.execute<{ transfer_id: string; seal_no: string }>(sql`
      select transfer_id, seal_no from transfers
      where seal_no is not null and seal_no not in (select seal_no from ledger_seals) limit ${mostFindings}`);
    for (const { transfer_id, seal_no } of strays)
      find(`transfer ${transfer_id} names seal ${seal_no}, which does not exist`);
    const { rows: wrong } = await db.execute<{ place: string; balance: string; sum: string }>(sql`
      select concat_ws(' ', account_id, owner, bucket, currency_code) as place, balance_minor as balance,
        coalesce(entries.total, 0) as sum
      from ledger_accounts
      left join (
        select account_id, sum(amount_minor) as total from (
          select account_id, amount_minor from ledger_entries
          union all select account_id, amount_minor from detached_sums where month in (${detachedMonths})
        ) every group by account_id
      ) entries using (account_id)
      where balance_minor <> coalesce(entries.total, 0) or (owner <> 'house' and balance_minor < 0)
      order by account_id limit ${mostFindings}`);
    for (const { place, balance, sum } of wrong)
      find(`account ${place}: its balance is ${balance}, its entries sum to ${sum}`);
    for (const finding of await heldFindings(db)) find(finding);
    const { rows: count } = await db.execute<{ accounts: string }>(
      sql`select count(*) as accounts from ledger_accounts`,
    );
    return {
      transfers: seen,
      accounts: Number(count[0]?.accounts),
      seals: seals.length,
      newestHash: seals.at(-1)?.hash ?? null,
      unsealed: seen === sealed ? null : { transfers: seen - sealed, firstId, lastId },
      detached: { ...detached, months: [...detached.months].sort() },
      findings,
    };
  } finally {
    await client.end();
  }
}
