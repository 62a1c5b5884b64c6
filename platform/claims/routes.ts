import type { claimCalls as calls } from '../../shared/contract/claims.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { ClaimService } from './service.ts';

/**
 * Handlers of the API calls about a ticket's status. A visitor without a login needs the ticket's receipt number and
 * the buyer's mobile.
 */
export function claimHandlers(claims: ClaimService): CallHandlers<keyof typeof calls> {
  return {
    'claims/sendOtp': (ticket) => claims.sendOtp(ticket),
    'claims/status': (ticket) => claims.status(ticket),
  };
}
