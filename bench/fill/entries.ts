import type { Deps } from '../../platform/deps.ts';
import { type BenchPlayer, createPlayer } from './player.ts';

export interface Holder extends BenchPlayer {
  entries: number;
}

const amountMinor = 100;

/**
 * Creates a player whose deposit account has `entries` ledger entries. The platform posts the first entry. This
 * function inserts the other entries with SQL, because the platform would take too long to post them.
 */
export async function fillEntries(deps: Deps, entries: number): Promise<Holder> {
  const { database, ledger } = deps;
  const player = await createPlayer(deps, amountMinor);
  const { accountId } = player;
  const client = await database.connect();
  try {
    // Disable foreign key checks, because two checks for each row would take most of the time.
    await client.query('set session_replication_role = replica');
    await client.query('begin');
    await client.query(
      `with made as (
         insert into transfers (key, kind, currency_code, reference, digest, posted_at)
         select key, 'correction', 'INR', '{}', encode(sha256(convert_to(
             '["' || key || '","correction","INR",[],[["house","corrections",' || -$2::int || '],["player:' ||
             $1 || '","deposit",' || $2::int || ']]]', 'UTF8')), 'hex'), now()
         from (select 'bench:' || $1 || ':' || n as key from generate_series(1, $3::int - 1) n) keys
         returning transfer_id
       ), numbered as (select transfer_id, row_number() over (order by transfer_id) as n from made
       ), sides as (
         select account_id, balance_minor, case owner when 'house' then -$2::int else $2::int end as amount
         from ledger_accounts
         where owner = 'player:' || $1 or account_id = (
           select min(account_id) from ledger_accounts where owner = 'house' and bucket = 'corrections')
       )
       insert into ledger_entries (account_id, transfer_id, amount_minor, balance_minor)
       select account_id, transfer_id, amount, balance_minor + n * amount from numbered cross join sides`,
      [accountId, amountMinor, entries],
    );
    await client.query(
      `update ledger_accounts set balance_minor = balance_minor +
         case owner when 'house' then -1 else 1 end * $2::bigint * ($3::bigint - 1)
       where owner = 'player:' || $1 or account_id = (
         select min(account_id) from ledger_accounts where owner = 'house' and bucket = 'corrections')`,
      [accountId, amountMinor, entries],
    );
    await client.query('commit');
    await client.query('vacuum analyze transfers, ledger_entries, ledger_accounts');
    // Write to disk now, so that the next measurement does not compete with the checkpoint.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  const money = await ledger.balances(`player:${accountId}`, 'INR');
  if (money.get('deposit') !== entries * amountMinor)
    throw new Error('the balance of the account differs from the sum of its entries');
  return { ...player, entries };
}
