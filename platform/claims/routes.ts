import type { claimCalls as calls } from '../../shared/contract/claims.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { ClaimService } from './service.ts';

/** How a ticket stands, for whoever holds its receipt and its mobile. */
export function claimHandlers(claims: ClaimService): CallHandlers<keyof typeof calls> {
  return {
    'claims/sendOtp': (ticket) => claims.sendOtp(ticket),
    'claims/status': (ticket) => claims.status(ticket),
  };
}
