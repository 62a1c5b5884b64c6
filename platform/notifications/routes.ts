import { codes } from '../../shared/contract/codes.ts';
import type { notificationCalls as calls } from '../../shared/contract/notifications.ts';
import { failure, success, wrongFields } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { NotificationService } from './service.ts';

/** What a player is told. */
export function notificationHandlers(notifications: NotificationService): CallHandlers<keyof typeof calls> {
  return {
    'notifications/list': async (asked, player) => {
      const list = await notifications.list(player, asked);
      return 'fields' in list ? wrongFields(list.fields) : success(list);
    },
    'notifications/delete': async ({ id }, player) => {
      const left = await notifications.delete(player, id);
      return left ? success(left) : failure(codes.notFound);
    },
  };
}
