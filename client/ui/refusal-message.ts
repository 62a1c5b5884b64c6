import type { Failure } from '../../shared/contract/envelope.ts';
import type { RefusalReason } from '../../shared/contract/refusal-reasons.ts';
import { formatMoney } from '../../shared/format-money.ts';
import type { Message } from '../../shared/forms/form.ts';
import type { Formats } from '../../shared/pages/form.ts';
import { formatMoment } from './format-moment.ts';

/**
 * Returns the message about a refused call. If the platform gave a reason, the message names the limit or break that
 * caused the refusal. It also states when this limit or break ends.
 */
export function refusalMessage(
  { firstCode, reason }: { firstCode: Failure['firstCode']; reason?: RefusalReason | undefined },
  formats: Formats,
): Message {
  return reason ? reasonMessage(reason, formats) : { key: `code.${firstCode}` };
}

export function reasonMessage(reason: RefusalReason, formats: Formats): Message {
  const { kind, endsAt } = reason;
  const values = { until: endsAt === null ? '' : formatMoment(endsAt, formats) };
  switch (kind) {
    case 'time-out':
      return { key: 'refusal.time_out', values };
    case 'waiting-change':
      return { key: 'refusal.waiting_change', values };
    case 'exclusion':
      return { key: endsAt === null ? 'refusal.excluded_forever' : 'refusal.excluded', values };
    default: {
      const money = (amount: number) => formatMoney(amount, reason.currencyCode, formats);
      const key = `refusal.${kind}.${reason.period}`;
      return { key, values: { ...values, limit: money(reason.limit), left: money(reason.left) } };
    }
  }
}
