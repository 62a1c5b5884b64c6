/**
 * Does something about everything that is due, a piece at a time. What fails keeps nothing else waiting: it is due
 * again the next time.
 * @param find what comes after another in a fixed order, `atOnce` of them at most; from null on
 * @throws what the first failed with, once all were tried
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
