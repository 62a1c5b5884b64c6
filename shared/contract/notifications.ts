import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { Instant } from './values.ts';

export const NotificationId = z.uuid('field.wrong');
/** The tabs of the notification drawer (spec §2). */
export const NotificationTab = z.enum(['promotions', 'transactions', 'system'], 'field.wrong');
export type NotificationTab = z.infer<typeof NotificationTab>;

/** A notification (spec §3), in the player's current language. */
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
  /** If true, the call marks the returned notifications as read. */
  markRead: z.boolean('field.wrong').optional(),
});
export const NotificationList = z.object({
  /** Notifications on the requested page, newest first. */
  notifications: z.array(Notification).max(20),
  cursor: z.string().nullable(),
  /** Unread notifications of all tabs, counted after `markRead` was applied. */
  unreadCount: z.int().nonnegative(),
});
export type NotificationList = z.infer<typeof NotificationList>;

const player = { who: 'player', read: false, rate: 'account' } as const;

export const notificationCalls = {
  'notifications/list': declareCall({
    summary: 'The player’s notifications, newest first.',
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
    summary: 'Deletes a notification permanently.',
    ...player,
    codes: [codes.notFound],
    request: z.strictObject({ id: NotificationId }),
    response: z.object({ unreadCount: z.int().nonnegative() }),
    example: { request: { id: '785cf291-d04d-45c6-8e46-8b946e22557f' }, response: { unreadCount: 0 } },
  }),
};
