export const pollMs = 15_000;
const slowestPollMs = 120_000;

/**
 * Calls `load` at once and then every 15 s, or less often while requests fail.
 * @param jittered varies an interval at random, so that browsers do not all poll at the same moment
 */
export function createPolling(load: () => Promise<void>, jittered: (ms: number) => number) {
  let isActive = false;
  let everyMs = pollMs;
  let run = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const poll = async () => {
    const current = run;
    try {
      await load();
      everyMs = pollMs;
    } catch {
      // The browser may be offline, or the site overloaded. Load less often until a request succeeds.
      everyMs = Math.min(everyMs * 2, slowestPollMs);
    }
    if (current === run) timer = setTimeout(() => void poll(), jittered(everyMs));
  };

  return {
    isActive: () => isActive,
    start() {
      if (isActive) return;
      isActive = true;
      void poll();
    },
    stop() {
      isActive = false;
      run++;
      clearTimeout(timer);
    },
  };
}
