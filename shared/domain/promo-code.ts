/** Keeps only letters, digits and underscores, and removes underscores at the beginning. */
export function filterPromoCode(typed: string): string {
  return typed.replace(/\W/g, '').replace(/^_+/, '');
}

/**
 * Filters a complete promo code. This filter also removes underscores at the end, which `filterPromoCode` keeps while
 * the player types.
 */
export function filterWholePromoCode(typed: string): string {
  return filterPromoCode(typed).replace(/_+$/, '');
}
