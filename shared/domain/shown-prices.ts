/** Writes the prices of the draws on sale as the text that the ticket form sends back. */
export const pricesText = (draws: readonly { drawId: string; ticketPrice: number }[]): string =>
  draws.map(({ drawId, ticketPrice }) => `${drawId}=${ticketPrice}`).join(' ');

/**
 * Returns the price of a line in the chosen draw, in minor units, as the ticket form shows it. Returns undefined for a
 * draw without a price.
 * @param values the form's fields: `prices` contains the result of `pricesText`
 */
export function shownPrice({
  prices = '',
  drawId = '',
}: Readonly<Record<string, string>>): number | undefined {
  const found = prices.split(' ').find((price) => price.startsWith(`${drawId}=`));
  const price = Number(found?.slice(drawId.length + 1));
  return Number.isSafeInteger(price) ? price : undefined;
}
