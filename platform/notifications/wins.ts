import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { notificationData } from './kinds.ts';
import { notifications } from './tables.ts';

export interface PlayerWin {
  accountId: string;
  /** Sum of the prizes. */
  amountMinor: number;
}

export interface WonDraw {
  drawId: string;
  /** The name of the game. */
  game: string;
  /** The number of the draw. */
  draw: number;
  currencyCode: string;
}

/** Returns the id of a player's notification about a draw, a UUID of version 8 (RFC 9562) without dashes. */
function idOf(drawId: string, accountId: string): string {
  const hex = hash('sha256', `win ${drawId} ${accountId}`);
  return `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17, 32)}`;
}

/**
 * Notifies players of their wins in a draw. If an earlier batch of the draw has notified a player, the amount is added
 * to that notification, which becomes unread again. So a player gets one notification for each draw.
 */
export async function notifyOfWins(
  on: Queryable,
  { drawId, ...draw }: WonDraw,
  wins: readonly PlayerWin[],
  now: Date,
): Promise<void> {
  if (wins.length === 0) return;
  const data = JSON.stringify(notificationData.win.parse({ amountMinor: 0, ...draw }));
  // Find an earlier notification about the draw by the notification's id, because an additional unique index would slow
  // down all notifications.
  await on.execute(sql`
    insert into ${notifications} (notification_id, account_id, kind, data, created_at)
    select notification_id, account_id, 'win', ${data}::jsonb || jsonb_build_object('amountMinor', amount_minor),
      ${now.toISOString()}::timestamptz
    from unnest(
      ${sql.param(wins.map(({ accountId }) => idOf(drawId, accountId)))}::uuid[],
      ${sql.param(wins.map(({ accountId }) => accountId))}::uuid[],
      ${sql.param(wins.map(({ amountMinor }) => amountMinor))}::bigint[]
    ) as win(notification_id, account_id, amount_minor)
    on conflict (notification_id) do update set read_at = null, data = jsonb_set(
      ${notifications.data}, '{amountMinor}',
      to_jsonb((${notifications.data} ->> 'amountMinor')::bigint + (excluded.data ->> 'amountMinor')::bigint))`);
}
