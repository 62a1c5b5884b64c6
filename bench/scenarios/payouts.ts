import path from 'node:path';
import type { Scenario } from '../bench.ts';
import type { FullPlatform, Question } from '../full-platform.ts';
import type { Drained } from '../payouts.ts';

const count = 800;
/** Time from a payout request to the provider's answer, and from this answer to the webhook. */
const delayMs = 50;

/** Pays out a queue of approved withdrawals. The provider accepts payouts over HTTP and reports them by webhooks. */
export const payouts: Scenario = {
  name: 'payouts',
  budgets: ['payouts'],
  async run(bench) {
    const platform = await bench.run<FullPlatform>('bench/full-platform.ts', [], {
      DATA_DIR: path.join(bench.work, 'payouts'),
      SEED_PLAYERS: '0',
    });
    const ask = (question: Question) => platform.ask<Drained>(question);
    // Warm up, because the first payouts run unoptimised code.
    await ask({ do: 'payouts', count: 100, delayMs });
    const { tookMs } = await ask({ do: 'payouts', count, delayMs });
    const perSecond = count / (tookMs / 1000);
    bench.measured('payouts', perSecond);
    bench.say(
      `Payouts: ${perSecond.toFixed(0)} a second from one worker, with a provider that answers after ${delayMs} ms ` +
        'and sends its webhook as long after that',
    );
    await platform.stop();
  },
};
