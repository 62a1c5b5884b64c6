import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import type {
  ListNotificationsRequest,
  Notification,
  NotificationList,
} from '../../shared/contract/notifications.ts';
import type { Db } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import type { Cursors } from '../http/cursors.ts';
import { Refusal } from '../http/refusal.ts';
import { isKind, kindsIn, looks } from './kinds.ts';
import { notifications } from './tables.ts';
import { loadNotificationTexts } from './texts.ts';
import { countUnread } from './unread.ts';

export interface NotificationService {
  /**
   * Answers `notifications/list` (spec §3): returns the player's notifications, newest first, in the player's language.
   */
  list(player: Player, asked: z.output<typeof ListNotificationsRequest>): Promise<NotificationList>;
  /** Answers `notifications/delete`. Rejects an unknown id and the id of another player's notification with 10711. */
  delete(player: Player, notificationId: string): Promise<{ unreadCount: number }>;
  /** Deletes notifications that are more than a year old. */
  sweep(): Promise<void>;
}

const pageSize = 20;
const keptMs = 365 * 86_400_000;

export function createNotificationService({
  db,
  clock,
  cursors,
  timeZone,
}: {
  db: Db;
  clock: { now(): Date };
  cursors: Cursors;
  timeZone: string;
}): NotificationService {
  const textOf = loadNotificationTexts(timeZone);

  const shown =
    (language: string) =>
    (row: typeof notifications.$inferSelect): Notification[] => {
      // Skip kinds that this release does not know. A newer release may have stored them before a rollback to this
      // release.
      if (!isKind(row.kind)) return [];
      return [
        {
          id: row.notificationId,
          ...textOf(language, row.kind, row.data),
          ...looks[row.kind],
          timestamp: row.createdAt.toISOString(),
          isRead: row.readAt !== null,
        },
      ];
    };

  return {
    async list({ accountId, language }, { tab, cursor, markRead }) {
      const scope = ['notifications', accountId, tab];
      const position = cursor === undefined ? null : cursors.read(scope, cursor);
      if (cursor !== undefined && position === null) throw Refusal.ofFields({ cursor: 'field.wrong' });
      const rows = await db
        .select()
        .from(notifications)
        .where(
          and(
            eq(notifications.accountId, accountId),
            tab === undefined ? undefined : inArray(notifications.kind, kindsIn(tab)),
            position === null
              ? undefined
              : sql`(${notifications.createdAt}, ${notifications.notificationId}) < (${new Date(position.place.atMs).toISOString()}::timestamptz, ${position.place.id}::uuid)`,
          ),
        )
        .orderBy(desc(notifications.createdAt), desc(notifications.notificationId))
        .limit(pageSize + 1);
      const page = rows.slice(0, pageSize);
      const unseen = page.filter(({ readAt }) => readAt === null).map(({ notificationId }) => notificationId);
      if (markRead === true && unseen.length > 0)
        await db
          .update(notifications)
          .set({ readAt: clock.now() })
          .where(inArray(notifications.notificationId, unseen));
      const last = page.at(-1);
      return {
        notifications: page.flatMap(shown(language)),
        cursor:
          rows.length > pageSize && last
            ? cursors.write(scope, {
                place: { atMs: last.createdAt.getTime(), id: last.notificationId },
              })
            : null,
        unreadCount: await countUnread(db, accountId),
      };
    },

    async delete({ accountId }, notificationId) {
      const gone = await db
        .delete(notifications)
        .where(and(eq(notifications.notificationId, notificationId), eq(notifications.accountId, accountId)))
        .returning({ notificationId: notifications.notificationId });
      if (gone.length === 0) throw new Refusal(codes.notFound);
      return { unreadCount: await countUnread(db, accountId) };
    },

    async sweep() {
      await db
        .delete(notifications)
        .where(lte(notifications.createdAt, new Date(clock.now().getTime() - keptMs)));
    },
  };
}
