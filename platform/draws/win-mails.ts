import { and, eq, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { cancelMessages } from '../messages/cancel.ts';
import { dayIn, moneyIn } from '../messages/formats.ts';
import type { NewMessage } from '../messages/new-message.ts';
import type { Messages } from '../messages/service.ts';
import { languageOf } from '../messages/texts.ts';
import type { PlayerWin } from '../notifications/wins.ts';
import { winMails } from './tables.ts';

/** One transaction queues at most this many mails. */
const mailsPerBatch = 100;

function onceKeyOf(drawId: string, accountId: string): string {
  return `win ${drawId} ${accountId}`;
}

/**
 * Stores the wins of those players who want mails, in the transaction that posts their prizes. A player whose receipts
 * are posted in several batches gets one row with the sum. A player who turned on these mails after the publication
 * gets no mail, because the sum could lack the wins of earlier batches.
 */
export async function stageWinMails(
  tx: Queryable,
  { drawId, publishedAt }: { drawId: string; publishedAt: Date },
  wins: readonly PlayerWin[],
): Promise<void> {
  if (wins.length === 0) return;
  // A scalar subquery always uses the primary key of the accounts. A join could read the whole table in each batch.
  await tx.execute(sql`
    insert into ${winMails} (draw_id, account_id, amount_minor)
    select ${drawId}, account_id, amount_minor from unnest(
      ${sql.param(wins.map(({ accountId }) => accountId))}::uuid[],
      ${sql.param(wins.map(({ amountMinor }) => amountMinor))}::bigint[]
    ) as win(account_id, amount_minor)
    where (select win_mails_since from accounts where accounts.account_id = win.account_id)
      <= ${publishedAt.toISOString()}::timestamptz
    on conflict (draw_id, account_id) do update set amount_minor = win_mails.amount_minor + excluded.amount_minor`);
}

export interface WinMailDeps {
  db: Db;
  catalogue: readonly GameDefinition[];
  timeZone: string;
  messages: Pick<Messages, 'writeAll' | 'wake'>;
}

interface TakenWin extends Record<string, unknown> {
  drawId: string;
  gameId: string;
  drawNumber: number;
  drawAtMs: number;
  accountId: string;
  amountMinor: number;
  /**
   * Verified mail address of the player. Null if the player has none, or has not wanted these mails without
   * interruption since the result was published.
   */
  email: string | null;
  username: string;
  language: string;
}

/**
 * Deletes rows of completely posted draws from `win_mails`. Returns each deleted row with fields of its player and its
 * draw.
 */
async function takeWins(tx: Queryable, gameIds: readonly string[]): Promise<TakenWin[]> {
  const { rows } = await tx.execute<TakenWin>(sql`
    with taken as (
      delete from win_mails where (draw_id, account_id) in (
        select mail.draw_id, mail.account_id from win_mails mail join draws using (draw_id)
        where posted_at is not null and game_id = any (${sql.param(gameIds)}::text[])
        limit ${mailsPerBatch} for update of mail skip locked)
      returning *
    )
    select draw_id as "drawId", game_id as "gameId", draw_number as "drawNumber",
      extract(epoch from draw_at)::float8 * 1000 as "drawAtMs", taken.account_id as "accountId",
      amount_minor::float8 as "amountMinor", username, language,
      case when email_verified_at is not null and win_mails_since <= published_at then email end as email
    from taken join draws using (draw_id) join accounts on accounts.account_id = taken.account_id`);
  return rows;
}

function mailOf(
  win: TakenWin & { email: string },
  game: GameDefinition,
  timeZone: string,
): NewMessage<'win'> {
  const { drawId, drawNumber, drawAtMs, accountId, amountMinor, email, username } = win;
  const language = languageOf(win.language);
  return {
    template: 'win',
    to: { channel: 'mail', address: email },
    username,
    accountId,
    language,
    values: {
      game: game.name,
      draw: String(drawNumber),
      date: dayIn(language, new Date(drawAtMs), timeZone),
      amount: moneyIn(language, amountMinor, game.currencyCode),
    },
    onceKey: onceKeyOf(drawId, accountId),
    isBulk: true,
  };
}

/**
 * Queues the mails about stored wins, each in the player's current language and to their current verified address. One
 * transaction deletes the wins and writes the mails, so that no mail is lost or sent twice.
 * @returns the number of deleted wins
 */
export async function queueWinMails({ db, catalogue, timeZone, messages }: WinMailDeps): Promise<number> {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));
  const taken = await db.transaction(async (tx) => {
    const wins = await takeWins(tx, [...games.keys()]);
    const mails = wins.flatMap((win) => {
      const { email } = win;
      const game = games.get(win.gameId);
      return game && email !== null ? [mailOf({ ...win, email }, game, timeZone)] : [];
    });
    await messages.writeAll(mails, tx);
    return wins.length;
  });
  if (taken > 0) messages.wake();
  return taken;
}

/**
 * Cancels unsent mails about a draw, because a correction changes the prizes of their recipients. The transaction of
 * the correction has locked the draw.
 */
export async function cancelWinMails(
  tx: Queryable,
  drawId: string,
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  // Delete the rows before cancelling the messages. The delete waits until every transaction that queues these mails
  // has ended. `cancelMessages` then finds the mails in the queue.
  await tx
    .delete(winMails)
    .where(
      and(eq(winMails.drawId, drawId), sql`${winMails.accountId} = any (${sql.param(accountIds)}::uuid[])`),
    );
  await cancelMessages(
    tx,
    accountIds.map((accountId) => onceKeyOf(drawId, accountId)),
    now,
  );
}
