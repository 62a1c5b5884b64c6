export interface PostsPlace {
  year?: number | undefined;
  /** Month of the year, from 1 to 12. Undefined means all months. */
  month?: number | undefined;
  /** Number of the archive page, counted from 1. */
  page: number;
}

/** The maximum number of posts on one page of an archive, and in a list of recent posts. */
const pageSize = 10;
export const recentPosts = 5;

/**
 * Returns one page of posts, in the order of the given posts.
 * @param dayOf returns the day of a post as YYYY-MM-DD
 */
export function postsAt<T>(
  posts: readonly T[],
  dayOf: (post: T) => string,
  { year, month, page }: PostsPlace,
) {
  const wanted = month === undefined ? '' : `${year}-${String(month).padStart(2, '0')}-`;
  const found = posts.filter((post) => dayOf(post).startsWith(wanted));
  return {
    total_count: found.length,
    page,
    pages: Math.ceil(found.length / pageSize),
    result: found.slice((page - 1) * pageSize, page * pageSize),
  };
}

/**
 * Returns the number of posts in each month, newest first.
 * @param days the day of each post as YYYY-MM-DD
 */
export function monthsOf(days: readonly string[]): { year: number; month: number; count: number }[] {
  const counts = new Map<string, number>();
  for (const day of days.toSorted().toReversed()) {
    const month = day.slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return [...counts].map(([month, count]) => ({
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5)),
    count,
  }));
}
