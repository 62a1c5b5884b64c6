import { describe, expect, it } from 'vitest';
import { createMetrics, type Metrics, metricsText } from '../../../../server/ops/metrics.ts';
import { createWorkerFigures } from '../../../../server/workers/worker-figures.ts';

function worker(draws: number): Metrics {
  const metrics = createMetrics({ ofProcess: false });
  metrics.watch({ name: 'open_streams', help: 'Streams', kind: 'gauge', read: () => 7 });
  metrics.watch({ name: 'ready', help: 'Ready', kind: 'gauge', together: 'min', read: () => 1 });
  metrics.request('page', 'miss-stored');
  metrics.answered('page', 200, 0.01);
  metrics.upstream({ upstream: 'platform', label: 'result', outcome: 'ok', seconds: 0.02 });
  for (let heard = 0; heard < draws; heard++) metrics.resultReceived('keno');
  return metrics;
}

const linesOf = async (processes: object[][]): Promise<string[]> =>
  (await metricsText(processes)).split('\n');

describe('the metrics of several workers', () => {
  it('contain the sum of each counter and the worst value of each state', async () => {
    const figures = createWorkerFigures();
    const [one, other] = [worker(2), worker(3)];
    other.breaker('platform', 'open');
    const said = new Map([
      [1, await one.figures()],
      [2, await other.figures()],
    ]);
    const lines = await linesOf(await figures.take(new Set([1, 2]), said));
    for (const line of [
      'golden_lotto_requests_total{route="page",cache="miss-stored"} 2',
      'golden_lotto_http_request_seconds_count{route="page",status="2xx"} 2',
      'golden_lotto_open_streams 14',
      'golden_lotto_ready 1',
      'golden_lotto_breaker_state{upstream="platform"} 2',
      // Every worker receives every result, so the counts of the workers must not be added up.
      'golden_lotto_results_heard_total{game="keno"} 3',
    ])
      expect(lines).toContain(line);
  });

  it('include the last values of a worker that does not answer', async () => {
    const figures = createWorkerFigures();
    await figures.take(new Set([1]), new Map([[1, await worker(1).figures()]]));
    const lines = await linesOf(await figures.take(new Set([1]), new Map()));
    expect(lines).toContain('golden_lotto_requests_total{route="page",cache="miss-stored"} 1');
    expect(lines).toContain('golden_lotto_open_streams 7');
  });

  it('include the counters of an exited worker, but not its states', async () => {
    const figures = createWorkerFigures();
    for (let id = 1; id <= 3; id++)
      await figures.take(new Set([id]), new Map([[id, await worker(id).figures()]]));
    const all = await Promise.all([1, 2].map(() => figures.take(new Set([4]), new Map())));
    for (const taken of all) {
      const lines = await linesOf([await worker(0).figures(), ...taken]);
      expect(lines).toContain('golden_lotto_requests_total{route="page",cache="miss-stored"} 4');
      expect(lines).toContain(
        'golden_lotto_upstream_seconds_count{upstream="platform",call="result",outcome="ok"} 4',
      );
      expect(lines).toContain('golden_lotto_open_streams 7');
    }
  });
});
