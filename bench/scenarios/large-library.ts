import path from 'node:path';
import { isoDayOfMs } from '../../shared/domain/site-time.ts';
import type { Scenario } from '../bench.ts';
import type { DocumentsFilled } from '../fill/documents.ts';
import type { DrawsFilled } from '../fill/draws.ts';
import { type AskedCall, latenciesOf } from '../full-calls.ts';
import type { FullPlatform, Question } from '../full-platform.ts';
import { median, percentile, shuffled } from '../statistics.ts';

const draws = 1_000_000;
const documents = 100_000;
const days = 800;
const gameIds = ['daily', 'pick3', 'jackpot', 'keno', 'raffle', 'symbols', 'jaldi'];
const searchRounds = 4;

/** Returns instants that are spread evenly over the range of the filled draws, in pseudo-random order. */
const daysWithin = ({ fromMs, toMs }: DrawsFilled): number[] =>
  shuffled(Array.from({ length: days }, (_, index) => fromMs + ((toMs - fromMs) * (index + 0.5)) / days));

const result = (data: object): AskedCall => ({
  name: 'result',
  data: { action: 'result', showAllResult: true, ...data },
});

/**
 * Measures latencies of the platform's HTTP API. The bench requests the results of a day and the statistics of a game.
 * The database contains a million draws. The bench also searches a hundred thousand texts.
 */
export const largeLibrary: Scenario = {
  name: 'largeLibrary',
  budgets: ['resultsOfDay', 'resultsPage', 'statistics', 'search'],
  async run(bench) {
    const platform = await bench.run<FullPlatform>('bench/full-platform.ts', [], {
      DATA_DIR: path.join(bench.work, 'large-library'),
      SEED_PLAYERS: '0',
    });
    const ask = <A>(question: Question) => platform.ask<A>(question);
    const measure = async (budget: string, what: string, calls: AskedCall[]): Promise<void> => {
      // Warm up, because the first hundreds of calls run unoptimised code.
      const half = calls.length / 2;
      await latenciesOf(platform.said, calls.slice(0, half));
      const asked = await latenciesOf(platform.said, calls.slice(half));
      bench.measured(budget, percentile(asked, 0.95));
      bench.say(
        `${what}: ${median(asked).toFixed(1)} ms (half), ${percentile(asked, 0.95).toFixed(1)} ms (p95), ` +
          `${Math.max(...asked).toFixed(1)} ms (the slowest of ${asked.length})`,
      );
      bench.sampleSpeed();
    };

    const filled = await ask<DrawsFilled>({ do: 'draws', count: draws });
    const among = `among ${filled.draws.toLocaleString('en')} draws`;
    const ofDay = daysWithin(filled).map((ms) => {
      const day = isoDayOfMs(ms);
      return result({ resultFrom: day, resultTo: day });
    });
    await measure('resultsOfDay', `Results of a day ${among}`, ofDay);
    // A later page needs a signed cursor, which the bench cannot create. Request a range that ends at a random day
    // instead.
    const pages = daysWithin(filled).map((ms, index) =>
      result({
        resultFrom: isoDayOfMs(filled.fromMs),
        resultTo: isoDayOfMs(ms),
        lastestGameId: gameIds[index % gameIds.length],
      }),
    );
    await measure('resultsPage', `A page of a game's results ${among}`, pages);

    await measure(
      'statistics',
      `The statistics of a game ${among}`,
      Array.from({ length: days }, (_, index) => ({
        name: 'draws/statistics',
        data: { gameId: gameIds[index % gameIds.length] },
      })),
    );

    const { keywords, ...texts } = await ask<DocumentsFilled>({ do: 'documents', count: documents });
    const searches = Array.from({ length: searchRounds }, () => shuffled(keywords)).flat();
    await measure(
      'search',
      `Search in ${texts.documents.toLocaleString('en')} texts ${among}`,
      searches.map((keyword) => ({ name: 'common-search', data: { keyword, userLanguge: 'en' } })),
    );
    await platform.stop();
  },
};
