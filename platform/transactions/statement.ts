import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type {
  Transaction,
  TransactionKind,
  TransactionSummary,
  TransactionSummaryRequest,
} from '../../shared/contract/transactions.ts';
import { parseDrawId } from '../../shared/domain/draw-id.ts';
import { drawIdOfReceipt } from '../../shared/domain/receipt-number.ts';
import type { Queryable } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import type { PlayerBucket, TransferKind } from '../wallet/transfer.ts';
import { epochMs, type Paging, pageCondition } from './paging.ts';

/** For each kind of transfer in the ledger, the kind of transaction that players see. */
const shownAs: Record<TransferKind, TransactionKind> = {
  deposit: 'deposit',
  'withdrawal-hold': 'withdrawal-hold',
  'withdrawal-paid': 'withdrawal-paid',
  'withdrawal-refused': 'withdrawal-refused',
  'withdrawal-declined': 'withdrawal-declined',
  ticket: 'ticket',
  prize: 'prize',
  jackpot: 'jackpot',
  bonus: 'bonus',
  'bonus-released': 'bonus-released',
  'bonus-expired': 'bonus-expired',
  loyalty: 'loyalty',
  referral: 'referral',
  correction: 'correction',
};

function isKind(kind: string): kind is TransferKind {
  return Object.hasOwn(shownAs, kind);
}

function kindOf(kind: string): TransactionKind {
  return isKind(kind) ? shownAs[kind] : 'other';
}

type Part = 'cash' | 'bonus' | 'held' | 'locked' | 'points';
/** The part of the wallet that each bucket belongs to (platform/wallet/service.ts). */
const partOf: Record<PlayerBucket, Part> = {
  deposit: 'cash',
  winnings: 'cash',
  'casino-bonus': 'bonus',
  'live-casino-bonus': 'bonus',
  'sports-bonus': 'bonus',
  'poker-bonus': 'bonus',
  'rummy-bonus': 'bonus',
  'open-casino-bonus': 'locked',
  'open-live-casino-bonus': 'locked',
  'open-sports-bonus': 'locked',
  'open-poker-bonus': 'locked',
  'open-rummy-bonus': 'locked',
  loyalty: 'points',
  held: 'held',
};

function bucketsOf(...parts: Part[]) {
  return sql.param(
    Object.entries(partOf).flatMap(([bucket, part]) => (parts.includes(part) ? [bucket] : [])),
  );
}

const Row = z.object({
  transfer_id: z.string(),
  at_ms: z.coerce.number(),
  kind: z.string(),
  currency_code: z.string(),
  reference: z.record(z.string(), z.unknown()),
  promo_code: z.string().nullable(),
  play_amount: z.coerce.number(),
  play_balance: z.coerce.number(),
  cash_amount: z.coerce.number(),
  cash_balance: z.coerce.number(),
  held_amount: z.coerce.number(),
  held_balance: z.coerce.number(),
  locked_amount: z.coerce.number(),
  locked_balance: z.coerce.number(),
});
type Row = z.infer<typeof Row>;

const short = z.string().min(1).max(64).nullable().catch(null);
/** The fields of a transfer's reference that players see. The reference may contain other fields. */
const Reference = z.object({
  gameId: short,
  drawId: short,
  drawNumber: z.int().positive().nullable().catch(null),
  receiptNumber: short,
  providerId: short,
  paymentId: short,
  withdrawalId: short,
});

/** Answers `transaction/transactionSummary`: lists a player's ledger entries, newest first. */
export function createStatement({
  db,
  catalogue,
  paging,
}: {
  db: Queryable;
  catalogue: readonly GameDefinition[];
  paging: Paging;
}) {
  const names = new Map(catalogue.map(({ gameId, name }) => [gameId, name]));

  const shown = (row: Row): Transaction => {
    const said = Reference.parse(row.reference);
    const drawId = said.drawId ?? (said.receiptNumber === null ? null : drawIdOfReceipt(said.receiptNumber));
    const draw = drawId === null ? null : parseDrawId(drawId);
    const gameId = said.gameId ?? draw?.gameId ?? null;
    return {
      transactionId: row.transfer_id,
      kind: kindOf(row.kind),
      at: new Date(row.at_ms).toISOString(),
      currencyCode: row.currency_code,
      amount: row.play_amount,
      totalBalance: row.play_balance,
      cashAmount: row.cash_amount,
      totalCashBalance: row.cash_balance,
      heldAmount: row.held_amount,
      heldBalance: row.held_balance,
      lockedBonusAmount: row.locked_amount,
      lockedBonusBalance: row.locked_balance,
      ...said,
      promoCode: row.promo_code,
      drawId,
      gameId,
      gameName: gameId === null ? null : (names.get(gameId) ?? gameId),
      drawNumber: said.drawNumber ?? draw?.drawNumber ?? null,
    };
  };

  return async (
    { accountId, currencyCode }: Player,
    asked: z.output<typeof TransactionSummaryRequest>,
  ): Promise<TransactionSummary> => {
    const { kind } = asked;
    const scope = ['transactions', accountId, kind];
    const page = paging.open(scope, asked);
    const owner = `player:${accountId}`;
    const play = bucketsOf('cash', 'bonus', 'points');
    const side = (name: string, buckets: ReturnType<typeof bucketsOf>) => sql`
      coalesce(sum(amount_minor) filter (where bucket = any (${buckets}::text[]) and entry.transfer_id = page.transfer_id), 0)
        as ${sql.raw(`${name}_amount`)},
      coalesce(sum(entry.balance_minor) filter (where bucket = any (${buckets}::text[])), 0) as ${sql.raw(`${name}_balance`)}`;
    // A bucket's balance after a transfer is stored in the bucket's last entry up to that transfer. The query searches
    // for this entry from the newest month backwards, with one index lookup for each month. `last_month` is the month
    // of the bucket's newest entry, so later months are skipped.
    const { rows } = await db.execute(sql`
      with page as materialized (
        select transfer_id, posted_at from player_transfers
        where owner = ${owner} and ${pageCondition(page, sql`posted_at`, sql`transfer_id`, 'bigint')}
          ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
        order by posted_at desc, transfer_id desc limit ${page.limit + 1}
      ), months as materialized (
        select month from month_partitions where table_name = 'ledger_entries' order by month desc
      )
      select page.transfer_id::text, ${epochMs(sql`page.posted_at`)} as at_ms, transfer.kind, transfer.currency_code, reference,
        promo_code, parts.*
      from page join transfers transfer on transfer.transfer_id = page.transfer_id
      join months on months.month = transfer.entries_month
      left join promo_uses use on use.use_id = case
        when reference ->> 'bonusId' ~ '^[0-9a-f-]{36}$' then (reference ->> 'bonusId')::uuid end
      left join campaigns campaign on campaign.campaign_id = use.campaign_id
      cross join lateral (
        select ${side('play', play)}, ${side('cash', bucketsOf('cash'))},
          ${side('held', bucketsOf('held'))}, ${side('locked', bucketsOf('locked'))}
        from ledger_accounts account cross join lateral (
          select entry.* from months earlier cross join lateral (
            select transfer_id, amount_minor, balance_minor from ledger_entries
            where month = earlier.month and account_id = account.account_id and transfer_id <= page.transfer_id
            order by transfer_id desc limit 1
          ) entry
          where earlier.month <= least(account.last_month, transfer.entries_month)
          order by earlier.month desc limit 1
        ) entry
        where account.owner = ${owner} and account.currency_code = transfer.currency_code
      ) parts
      order by page.posted_at desc, page.transfer_id desc`);
    const { about, rows: onPage } = paging.close(
      scope,
      page,
      rows.map((row) => Row.parse(row)),
      (row) => ({
        atMs: row.at_ms,
        id: row.transfer_id,
      }),
    );
    return { ...about, currencyCode, transactions: onPage.map(shown) };
  };
}
