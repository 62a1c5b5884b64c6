import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { Instant } from './values.ts';

export const NotificationId = z.uuid('field.wrong');
/** The drawer's tabs (spec §2). */
export const NotificationTab = z.enum(['promotions', 'transactions', 'system'], 'field.wrong');
export type NotificationTab = z.infer<typeof NotificationTab>;

/** Something that a player is told (spec §3), in the player's language as it is when it is read. */
export const Notification = z.object({
  id: NotificationId,
  title: z.string().max(120),
  message: z.string().max(500),
  timestamp: Instant,
  type: z.enum(['default', 'success', 'warning', 'error', 'info']),
  tab: NotificationTab,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const ListNotificationsRequest = z.strictObject({
  tab: NotificationTab.optional(),
  cursor: z
    .string('field.wrong')
    .regex(/^[A-Za-z0-9_-]{1,100}$/, 'field.wrong')
    .optional(),
  /** The player sees them now: those of this answer are read from then on. */
  markRead: z.boolean('field.wrong').optional(),
});
export const NotificationList = z.object({
  /** Newest first. */
  notifications: z.array(Notification).max(20),
  cursor: z.string().nullable(),
  /** Of all tabs, after this answer was read where it says `markRead`. */
  unreadCount: z.int().nonnegative(),
});
export type NotificationList = z.infer<typeof NotificationList>;

const player = { who: 'player', read: false, rate: 'account' } as const;

/** What a player is told, and what is told no more. */
export const notificationCalls = {
  'notifications/list': declareCall({
    summary: 'What the player was told, newest first.',
    ...player,
    codes: [],
    request: ListNotificationsRequest,
    response: NotificationList,
    example: {
      request: {},
      response: {
        notifications: [
          {
            id: '785cf291-d04d-45c6-8e46-8b946e22557f',
            title: 'Welcome to Golden Lotto',
            message:
              'Your account is open. Confirm your mail address or mobile number in your profile before your first withdrawal.',
            tab: 'system',
            type: 'success',
            timestamp: '2026-11-21T18:38:00.000Z',
            isRead: false,
          },
        ],
        cursor: null,
        unreadCount: 1,
      },
    },
  }),

  'notifications/delete': declareCall({
    summary: 'Takes one of them away for good.',
    ...player,
    codes: [codes.notFound],
    request: z.strictObject({ id: NotificationId }),
    response: z.object({ unreadCount: z.int().nonnegative() }),
    example: { request: { id: '785cf291-d04d-45c6-8e46-8b946e22557f' }, response: { unreadCount: 0 } },
  }),
};
