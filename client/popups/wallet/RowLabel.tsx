import type { PopupContext } from '../popup.ts';

interface RowLabelProps extends Pick<PopupContext, 't' | 'langPrefix'> {
  name: string;
  /** Currency of the balance. Null for loyalty points. */
  currencyCode: string | null;
}

/**
 * The label of a balance. For loyalty points, the label is a link to the loyalty shop, and this link covers the whole
 * row.
 */
export function RowLabel({ name, currencyCode, t, langPrefix }: RowLabelProps) {
  const label = t(`wallet.${name}`);
  if (currencyCode !== null) return <span className="wallet__label">{label}</span>;
  return (
    <a className="wallet__label wallet__label--link" href={`${langPrefix}/loyalty-shop`}>
      {label}
    </a>
  );
}
