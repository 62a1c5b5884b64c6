/** Keeps only letters, digits and underscores, and removes underscores at the beginning. */
export function filterPromoCode(typed: string): string {
  return typed.replace(/\W/g, '').replace(/^_+/, '');
}

/** Filters a promo code that is complete. It also removes underscores at the end, which are allowed while typing. */
export function filterWholePromoCode(typed: string): string {
  return filterPromoCode(typed).replace(/_+$/, '');
}
