import { keyField } from './fields.ts';
import { type Form, sending } from './form.ts';

const texts = 'form.loyalty-exchange';

/** Returns the receipt number in the answer of an exchange. A bonus has no receipt. */
function receiptOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('receiptNumber' in data)) return null;
  return typeof data.receiptNumber === 'string' ? data.receiptNumber : null;
}

/** Declares the form that confirms the exchange of loyalty points for one reward. */
export function loyaltyExchangeForm(): Form {
  return {
    name: 'loyalty-exchange',
    path: '/loyalty-shop/exchange',
    picture: 'ticket',
    layout: 'stacked',
    playersOnly: true,
    fields: [
      {
        name: 'reward',
        control: 'hidden',
        input: 'text',
        label: `${texts}.reward`,
        check: (value) => (/^[a-z0-9-]{1,32}$/.test(value) ? null : { key: 'field.wrong' }),
        reportedAs: ['rewardId'],
      },
      keyField(`${texts}.sent_before`),
    ],
    steps: [
      {
        fields: ['reward', 'idempotencyKey'],
        submit: `${texts}.submit`,
        sends: sending('loyalty/exchange', ({ reward = '', idempotencyKey = '' }) => ({
          rewardId: reward,
          idempotencyKey,
        })),
      },
    ],
    codeTexts: {
      '10601': `${texts}.too_few`,
      '10602': `${texts}.most_lines`,
      '10603': `${texts}.no_draw`,
      '10609': `${texts}.no_sales`,
      '10711': `${texts}.gone`,
    },
    follow: { kind: 'screen', path: '/loyalty-shop', text: `${texts}.done_text` },
    next: (_values, data) => {
      const receipt = receiptOf(data);
      return receipt === null ? null : `/loyalty-shop?receipt=${encodeURIComponent(receipt)}`;
    },
    links: [{ label: `${texts}.back`, href: '/loyalty-shop' }],
  };
}
