import type { Client } from 'pg';
import type { Deps } from '../../platform/deps.ts';

/** Number of lines of each account. One receipt contains all lines of an account. */
const linesEach = 10;
const batch = 20_000;

async function insertHolders(client: Client, from: number, to: number): Promise<void> {
  await client.query(
    `insert into accounts (username, username_key, password_hash, currency_code, language, avatar_image, referral_code,
       created_at)
     select name, name, 'no password has this hash', 'INR', 'en', 'avatar-01', name, now()
     from (select 'big-' || n as name from generate_series($1::int, $2::int) n) made`,
    [from, to],
  );
}

/** Inserts receipts. Each of their lines has three different numbers, and wins in keno with a probability of 0.153. */
async function insertReceipts(client: Client, drawId: string, from: number, to: number): Promise<void> {
  await client.query(
    `insert into purchases (receipt_number, account_id, idempotency_key, asked_digest, game_id, draw_id, lines,
       stake_minor, currency_code, paid_from, bought_at)
     select upper(draw_id) || '-' || upper(substr(md5(account_id::text), 1, 5) || lpad(to_hex(right(username, -4)::int), 5, '0')),
       account_id, username, '', game_id, draw_id, $2::int, $2::int * ticket_price_minor, 'INR', '{}', now()
     from draws cross join accounts where draw_id = $1
       and username_key in (select 'big-' || n from generate_series($3::int, $4::int) n)`,
    [drawId, linesEach, from, to],
  );
  await client.query(
    `insert into tickets (draw_id, receipt_number, line_no, line, stake_minor, account_id, bought_at, month)
     select draw_id, receipt_number, line_no, jsonb_build_array(1 + floor(random() * 26)::int,
         27 + floor(random() * 27)::int, 54 + floor(random() * 27)::int), ticket_price_minor, account_id, bought_at,
       tickets_month
     from purchases join draws using (draw_id) cross join generate_series(1, $2::int) line_no
     where draw_id = $1 and idempotency_key in (select 'big-' || n from generate_series($3::int, $4::int) n)`,
    [drawId, linesEach, from, to],
  );
}

/** Fills a keno draw with lines of three numbers. Each of many accounts gets ten lines. */
export async function fillLargeDraw({ database }: Deps, drawId: string, lines: number): Promise<void> {
  const client = await database.connect();
  try {
    // Disable triggers, because running them for each row would take most of the time.
    await client.query('set session_replication_role = replica');
    for (let from = 1; from <= lines / linesEach; from += batch) {
      const to = Math.min(from + batch - 1, lines / linesEach);
      await insertHolders(client, from, to);
      await insertReceipts(client, drawId, from, to);
    }
    await client.query('vacuum analyze accounts, purchases, tickets');
    // Write to disk now, so that the next measurement does not compete with the checkpoint.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
