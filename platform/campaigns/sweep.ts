/**
 * Handles everything that is due, in batches. A failure does not stop the rest, and is retried in the next run.
 * @param find returns up to `atOnce` items after the given one, in a fixed order; null: from the start
 * @throws the first failure, after all items were tried
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
