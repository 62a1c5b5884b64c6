/**
 * Whether the test is part of `npm run soak`. Tests with very many combinations check each of them only there. In
 * `npm test`, they check a sample.
 */
export const isSoak = process.env['SOAK_MINUTES'] !== undefined;

/**
 * Returns every `step`-th element, beginning with the element at the index `offset % step`, or the whole list in a soak
 * run. Samples with different offsets together contain each element.
 */
export const sampleOf = <T>(list: readonly T[], step: number, offset: number): readonly T[] =>
  isSoak ? list : list.filter((_, index) => index % step === offset % step);
