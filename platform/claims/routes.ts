import type { claimCalls as calls } from '../../shared/contract/claims.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { ClaimService } from './service.ts';

/** The calls about the status of a ticket, for visitors with its receipt number and mobile. */
export function claimHandlers(claims: ClaimService): CallHandlers<keyof typeof calls> {
  return {
    'claims/sendOtp': (ticket) => claims.sendOtp(ticket),
    'claims/status': (ticket) => claims.status(ticket),
  };
}
