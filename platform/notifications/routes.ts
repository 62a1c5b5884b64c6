import { codes } from '../../shared/contract/codes.ts';
import { notificationCalls as calls } from '../../shared/contract/notifications.ts';
import { failure, success, wrongFields } from '../http/answers.ts';
import { answeringPlayer, type CallRunner } from '../http/calls.ts';
import type { NotificationService } from './service.ts';

/** What a player is told. */
export function notificationRunners(
  notifications: NotificationService,
): Record<keyof typeof calls, CallRunner> {
  return {
    'notifications/list': answeringPlayer(calls['notifications/list'], async (asked, player) => {
      const list = await notifications.list(player, asked);
      return 'fields' in list ? wrongFields(list.fields) : success(list);
    }),
    'notifications/delete': answeringPlayer(calls['notifications/delete'], async ({ id }, player) => {
      const left = await notifications.delete(player, id);
      return left ? success(left) : failure(codes.notFound);
    }),
  };
}
