import path from 'node:path';
import type { Scenario } from '../bench.ts';
import type { Holder } from '../fill/entries.ts';
import { type AskedCall, latenciesOf } from '../full-calls.ts';
import type { Balances, FullPlatform, Question, Transferred } from '../full-platform.ts';
import { median, percentile } from '../statistics.ts';

const clients = 10;
const seconds = 10;
const few = 1000;
const many = 1_000_000;
const balanceTimes = 2000;
const walletTimes = 300;

/**
 * Measures the ledger inside the platform's process, on the embedded PostgreSQL with its production settings. The
 * figures are the number of durable transfers per second, and how much longer a read of a balance takes after many
 * ledger entries.
 */
export const ledger: Scenario = {
  name: 'ledger',
  budgets: ['ledgerTransfers', 'balanceGrowth', 'walletGrowth'],
  async run(bench) {
    const platform = await bench.run<FullPlatform>('bench/full-platform.ts', [], {
      DATA_DIR: path.join(bench.work, 'ledger'),
      SEED_PLAYERS: '0',
    });
    const ask = <A>(question: Question) => platform.ask<A>(question);
    const { latenciesMs, tookMs } = await ask<Transferred>({ do: 'transfers', clients, seconds });
    const perSecond = latenciesMs.length / (tookMs / 1000);
    bench.measured('ledgerTransfers', perSecond);
    bench.say(
      `Ledger: ${perSecond.toFixed(0)} transfers a second from ${clients} clients, each after ` +
        `${median(latenciesMs).toFixed(1)} ms (half), ${percentile(latenciesMs, 0.99).toFixed(1)} ms (p99)`,
    );

    const light = await ask<Holder>({ do: 'entries', count: few });
    const heavy = await ask<Holder>({ do: 'entries', count: many });
    const [lightMs = [], heavyMs = []] = await ask<Balances>({
      do: 'balances',
      accountIds: [light.accountId, heavy.accountId],
      times: balanceTimes,
    });
    bench.measured('balanceGrowth', median(heavyMs) / median(lightMs));
    const wallets = [light, heavy].map(({ token }): AskedCall => ({ name: 'wallet', data: {}, token }));
    const asked = await latenciesOf(platform.said, Array.from({ length: walletTimes }, () => wallets).flat());
    const [lightWallet, heavyWallet] = [0, 1].map((own) =>
      median(asked.filter((_ms, index) => index % 2 === own)),
    );
    bench.measured('walletGrowth', (heavyWallet ?? Number.NaN) / (lightWallet ?? Number.NaN));
    bench.say(
      `A balance of ${few.toLocaleString('en')} entries after ${median(lightMs).toFixed(2)} ms, of ` +
        `${many.toLocaleString('en')} after ${median(heavyMs).toFixed(2)} ms; a wallet over HTTP after ` +
        `${lightWallet?.toFixed(2)} and ${heavyWallet?.toFixed(2)} ms (half)`,
    );
    await platform.stop();
  },
};
