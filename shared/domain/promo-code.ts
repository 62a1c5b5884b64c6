/** Keeps only letters, digits and underscores, and removes underscores at the beginning. */
export function filterPromoCode(typed: string): string {
  return typed.replace(/\W/g, '').replace(/^_+/, '');
}

/** Filters a complete promo code. Underscores at the end are removed too, although they are allowed while typing. */
export function filterWholePromoCode(typed: string): string {
  return filterPromoCode(typed).replace(/_+$/, '');
}
