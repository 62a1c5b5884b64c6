import type { limitCalls } from '../../shared/contract/limits.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { LimitService } from './service.ts';

export function limitHandlers(limits: LimitService): CallHandlers<keyof typeof limitCalls> {
  return {
    'limits/get': (_, player, caller) => limits.get(player, caller),
    'limits/set': (asked, player, caller) => limits.set(player, asked, caller),
    'limits/confirm': ({ limitId }, player, caller) => limits.confirm(player, limitId, caller),
    'limits/timeOut': (asked, player, caller) => limits.timeOut(player, asked, caller),
    'limits/exclude': (asked, player, caller) => limits.exclude(player, asked, caller),
  };
}
