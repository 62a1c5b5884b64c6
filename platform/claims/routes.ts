import { claimCalls as calls } from '../../shared/contract/claims.ts';
import { answering, type CallRunner } from '../http/calls.ts';
import type { ClaimService } from './service.ts';

/** How a ticket stands, for whoever holds its receipt and its mobile. */
export function claimRunners(claims: ClaimService): Record<keyof typeof calls, CallRunner> {
  return {
    'claims/sendOtp': answering(calls['claims/sendOtp'], (ticket) => claims.sendOtp(ticket)),
    'claims/status': answering(calls['claims/status'], (ticket) => claims.status(ticket)),
  };
}
