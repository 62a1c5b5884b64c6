import type { notificationCalls as calls } from '../../shared/contract/notifications.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { NotificationService } from './service.ts';

export function notificationHandlers(notifications: NotificationService): CallHandlers<keyof typeof calls> {
  return {
    'notifications/list': (asked, player) => notifications.list(player, asked),
    'notifications/delete': ({ id }, player) => notifications.delete(player, id),
  };
}
