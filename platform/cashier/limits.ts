/** Limits of one payment, in minor units. */
export interface CashierLimits {
  minDeposit: number;
  maxDeposit: number;
  minWithdrawal: number;
  maxWithdrawal: number;
}

const usual: CashierLimits = {
  minDeposit: 5_00,
  maxDeposit: 5_000_00,
  minWithdrawal: 10_00,
  maxWithdrawal: 20_000_00,
};
const byCurrency: Readonly<Record<string, CashierLimits>> = {
  INR: { minDeposit: 100_00, maxDeposit: 100_000_00, minWithdrawal: 500_00, maxWithdrawal: 1_000_000_00 },
  NOK: { minDeposit: 50_00, maxDeposit: 50_000_00, minWithdrawal: 100_00, maxWithdrawal: 200_000_00 },
  // The limits for JPY are in whole yen, because the yen has no minor unit.
  JPY: { minDeposit: 500, maxDeposit: 500_000, minWithdrawal: 1000, maxWithdrawal: 2_000_000 },
};

export function limitsOf(currencyCode: string): CashierLimits {
  return byCurrency[currencyCode] ?? usual;
}
