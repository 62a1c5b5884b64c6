import type { Call } from '../../shared/contract/call.ts';
import { type CallName, calls } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import { fieldsOutOfBounds } from '../../shared/contract/configured-bounds.ts';
import type { Failure } from '../../shared/contract/envelope.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { failure, wrongFields } from './failures.ts';

/**
 * Refuses calls that `config/` forbids, before they are sent to the platform. Calls with inputs that are too long are
 * refused. If `sales` is off, purchases and searches for free tickets are refused. If `multiCurrency` is off, accounts
 * in other currencies are refused.
 * @param data already checked against the call's request schema
 * @returns null if the call may be sent
 */
export function refusedByConfiguration(
  { boot, setup }: Pick<SiteConfig, 'boot' | 'setup'>,
  name: CallName,
  data: unknown,
): Failure | null {
  const call: Call = calls[name];
  const wrong = fieldsOutOfBounds(call.request, data, boot.inputsMaxLength);
  if (Object.keys(wrong).length > 0) return wrongFields(wrong);
  if (call.needs === 'sales' && !setup.sales) return failure(codes.salesOff);
  if (call.needs !== 'currency' || setup.multiCurrency) return null;
  const currency =
    typeof data === 'object' && data !== null && 'currency' in data ? data.currency : undefined;
  return currency === undefined || currency === boot.defaultCurrency
    ? null
    : wrongFields({ currency: 'currency_required' });
}
