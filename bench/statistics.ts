/** Returns the arithmetic mean; NaN without values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the median; for an even count, the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/**
 * Returns the percentile by nearest rank. It is the smallest value for which at least the fraction `share` of all
 * values are equal or smaller.
 * @param share from 0 to 1: 0.99 for p99
 */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Shuffles deterministically (Fisher-Yates with a linear congruential generator). */
export function shuffled<T>(values: readonly T[]): T[] {
  const mixed = [...values];
  let state = 1;
  for (let index = mixed.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (index + 1));
    mixed.splice(index, 1, ...mixed.splice(other, 1, ...mixed.slice(index, index + 1)));
  }
  return mixed;
}
