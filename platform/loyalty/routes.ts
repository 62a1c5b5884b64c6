import type { loyaltyCalls } from '../../shared/contract/loyalty.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { LoyaltyService } from './service.ts';

export function loyaltyHandlers(loyalty: LoyaltyService): CallHandlers<keyof typeof loyaltyCalls> {
  return {
    'loyalty/list': (_, player) => loyalty.list(player),
    'loyalty/exchange': (asked, player) => loyalty.exchange(player, asked),
  };
}
