/** Splits items into chunks of at most `size` items, in order. For an empty list, the result is one empty chunk. */
export function splitItems<T>(items: T[], size: number): T[][] {
  if (items.length <= size) return [items];
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
