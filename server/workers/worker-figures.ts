import { totalsOf } from '../ops/metrics.ts';

/** One process's metrics, as `Metrics.figures` gives them. */
export type ProcessFigures = Record<string, unknown>[];

const isTotal = ({ type }: Record<string, unknown>): boolean => type === 'counter' || type === 'histogram';

/**
 * Figures of workers that come and go, so that their sum only grows: a counter that falls is read as a restart of
 * the whole, and its rest as news. Who does not answer stands with what he said last; who has died, with his totals.
 */
export function createWorkerFigures() {
  const last = new Map<number, ProcessFigures>();
  let departed: Promise<ProcessFigures> = Promise.resolve([]);

  return {
    /**
     * @param running ids of the workers that live
     * @param answers what they say now, by id; some may say nothing
     * @returns what is to be added up
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
