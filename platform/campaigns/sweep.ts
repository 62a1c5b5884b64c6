/**
 * Runs `settle` for all due items, in batches. If an item fails, the other items are still settled, and the next run
 * retries the failed item.
 * @param find returns up to `atOnce` items that follow `after` in a fixed order. If `after` is null, it returns the
 *   first items
 * @throws the error of the first failed item, after all items were tried
 */
export async function sweep<T>(
  find: (after: T | null, atOnce: number) => Promise<T[]>,
  settle: (due: T) => Promise<void>,
  atOnce: number,
): Promise<void> {
  const failed: unknown[] = [];
  let after: T | null = null;
  for (;;) {
    const due: T[] = await find(after, atOnce);
    for (const one of due) await settle(one).catch((error: unknown) => failed.push(error));
    after = due.at(-1) ?? null;
    if (due.length < atOnce) break;
  }
  if (failed.length > 0) throw failed[0];
}
