/** Translates a key of config/locale/{lang}: `t('home.upcoming')`, `t('results.count', {count: 3})`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Returns the text of a key, or `otherwise` if the locale files do not contain the key. */
export function textOr(t: Translate, key: string, otherwise: string): string {
  const text = t(key);
  return text === key ? otherwise : text;
}

/**
 * Returns the name of a prize in the language of `t`. If the locale files do not name it, the function returns the name
 * that the platform sent.
 */
export const prizeNameOf = (
  t: Translate,
  gameId: string,
  { prizeNo, prizeName }: { prizeNo: number; prizeName: string },
): string => textOr(t, `prize.${gameId}.${prizeNo}.name`, prizeName);

/** Returns the reason why the bank or the provider declined a payout. Returns null if the payout was not declined. */
export const declineTextOf = (
  { declineReason }: { declineReason: string | null },
  t: Translate,
): string | null => (declineReason === null ? null : t(`summary.decline.${declineReason}`));
