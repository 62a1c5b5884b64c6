import { totalsOf } from '../ops/metrics.ts';

/** One process's metrics, as `Metrics.figures` returns them. */
export type ProcessFigures = Record<string, unknown>[];

const isTotal = ({ type }: Record<string, unknown>): boolean => type === 'counter' || type === 'histogram';

/**
 * Combines the metrics of workers that start and exit. Sums must never decrease, because Prometheus would take a
 * decrease for a restart. The sums therefore include the last known metrics of a worker that does not reply, and the
 * counters and histograms of workers that have exited.
 */
export function createWorkerFigures() {
  const last = new Map<number, ProcessFigures>();
  let departed: Promise<ProcessFigures> = Promise.resolve([]);

  return {
    /**
     * @param running ids of the running workers
     * @param answers current metrics by worker id; the metrics of some workers may be missing
     * @returns the metrics to add up
     */
    async take(
      running: ReadonlySet<number>,
      answers: ReadonlyMap<number, ProcessFigures>,
    ): Promise<ProcessFigures[]> {
      for (const [id, figures] of answers) last.set(id, figures);
      const gone = [...last.keys()].filter((id) => !running.has(id));
      if (gone.length > 0) {
        const totals = gone.map((id) => last.get(id)?.filter(isTotal) ?? []);
        for (const id of gone) last.delete(id);
        departed = departed.then((before) => totalsOf([before, ...totals]));
      }
      const living = [...last.values()];
      return [await departed, ...living];
    },
  };
}
