import { hasPage } from '../../../shared/resources.ts';
import type { PopupContext } from '../popup.ts';

const loyaltyPath = '/loyalty-shop';

interface RowLabelProps extends Pick<PopupContext, 't' | 'langPrefix'> {
  name: string;
  /** Null for loyalty points. */
  currencyCode: string | null;
}

/**
 * The label of a balance. For loyalty points, the label is a link to the loyalty shop, and this link covers the whole
 * row.
 */
export function RowLabel({ name, currencyCode, t, langPrefix }: RowLabelProps) {
  const label = t(`wallet.${name}`);
  if (currencyCode !== null || !hasPage(loyaltyPath)) return <span className="wallet__label">{label}</span>;
  return (
    <a className="wallet__label wallet__label--link" href={`${langPrefix}${loyaltyPath}`}>
      {label}
    </a>
  );
}
