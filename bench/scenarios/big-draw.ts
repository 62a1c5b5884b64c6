import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../bench.ts';
import { assertAccepted, callRequest } from '../full-calls.ts';
import type { FullPlatform } from '../full-platform.ts';
import type { LargeDrawFilled, Observed, Question } from '../large-draw-platform.ts';
import type { Running } from '../processes.ts';
import { connectMany } from '../wire.ts';

const lines = 1_000_000;
const buyers = 1000;
const clients = 10;
const aloneSeconds = 10;
/** Time to wait after the clock is set. The draw engine notices the new time within 20 s. */
const noticeMs = 25_000;
const pollEveryMs = 200;

interface Proof {
  ticketsRoot: string | null;
  ticketsTotal: number;
  seed: string | null;
  winnersTotal: number;
  prizesPosted: number;
}

async function proofOf({ port, apiKey, hash, ucid }: FullPlatform, drawId: string): Promise<Proof> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/draws/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-hash': hash },
    body: JSON.stringify({ ucid, channel: 2, device_type: 'DESKTOP', app_type: 'WEB', data: { drawId } }),
  });
  const answer: { data: Proof } = await response.json();
  return answer.data;
}

/** Polls a draw until its proof satisfies a condition. @returns the proof of the draw, and the elapsed time in s */
async function until(said: FullPlatform, drawId: string, isReached: (proof: Proof) => boolean) {
  const startedAt = performance.now();
  for (;;) {
    const proof = await proofOf(said, drawId);
    if (isReached(proof)) return { proof, seconds: (performance.now() - startedAt) / 1000 };
    await wait(pollEveryMs);
  }
}

/** Buys from several clients at once until `stop` is called. */
async function startBuying({ said }: Running<FullPlatform>, shop: LargeDrawFilled['shop']) {
  let bought = 0;
  const ending = new AbortController();
  const order = () =>
    ({
      name: 'tickets/buy',
      data: {
        gameId: shop.gameId,
        drawId: shop.drawId,
        lines: [{ number: 3 }],
        idempotencyKey: randomUUID(),
      },
      token: shop.tokens[bought++ % shop.tokens.length] ?? '',
    }) as const;
  // A rejected purchase is answered with status 200 too, so send one purchase and check its body before the load
  // starts.
  await assertAccepted(said, order());
  const connections = await connectMany(said.port, clients);
  let done = 0;
  const buying = connections.map(async (connection) => {
    while (!ending.signal.aborted) {
      const { status } = await connection.ask(callRequest(said, order()));
      if (status !== 200) throw new Error(`tickets/buy was answered with ${status}`);
      done++;
    }
    connection.close();
  });
  return {
    /** Waits until `work` resolves. @returns its result, and the number of purchases per second during this time */
    async rateDuring<T>(work: Promise<T>): Promise<{ perSecond: number; result: T }> {
      const [before, startedAt] = [done, performance.now()];
      const result = await work;
      return { perSecond: ((done - before) / (performance.now() - startedAt)) * 1000, result };
    },
    async stop() {
      ending.abort();
      await Promise.all(buying);
    },
  };
}

/**
 * Measures a large draw from its close until its prizes are posted, while players buy tickets for another draw. The
 * large draw has 1,000,000 lines of 100,000 accounts, and 15 percent of the lines win.
 */
export const bigDraw: Scenario = {
  name: 'bigDraw',
  budgets: ['bigDrawSettled', 'bigDrawPublished', 'bigDrawMemory', 'bigDrawStatement', 'bigDrawPurchases'],
  async run(bench) {
    const platform = await bench.run<FullPlatform>('bench/large-draw-platform.ts', [], {
      DATA_DIR: path.join(bench.work, 'large-draw'),
      SEED_PLAYERS: '0',
    });
    const ask = <A>(question: Question) => platform.ask<A>(question);
    const { drawId, closeMs, drawMs, shop } = await ask<LargeDrawFilled>({ do: 'fill', lines, buyers });
    const drawOfShop = await ask<string>({ do: 'clock', atMs: closeMs - noticeMs - 2 * aloneSeconds * 1000 });
    const buying = await startBuying(platform, { ...shop, drawId: drawOfShop });
    // Warm up, because the first purchases run unoptimised code.
    await buying.rateDuring(wait(aloneSeconds * 1000));
    const before = await buying.rateDuring(wait(aloneSeconds * 1000));
    await until(platform.said, drawId, () => true);
    bench.sampleSpeed();
    await ask<Observed>({ do: 'forget' });
    // Set the clock to shortly before the close. The engine notices the new time before the close, and the polls begin
    // at the close.
    await ask<string>({ do: 'clock', atMs: closeMs - noticeMs });
    await wait(noticeMs);
    const closing = await buying.rateDuring(
      until(platform.said, drawId, ({ ticketsRoot }) => ticketsRoot !== null),
    );
    bench.sampleSpeed();
    await ask<string>({ do: 'clock', atMs: drawMs - noticeMs });
    await wait(noticeMs);
    const publishing = await buying.rateDuring(until(platform.said, drawId, ({ seed }) => seed !== null));
    const posting = await buying.rateDuring(
      until(platform.said, drawId, ({ winnersTotal, prizesPosted }) => prizesPosted === winnersTotal),
    );
    bench.sampleSpeed();
    const { memory, slowest } = await ask<Observed>({ do: 'observed' });
    const after = await buying.rateDuring(wait(aloneSeconds * 1000));
    await buying.stop();

    const phases = [closing, publishing, posting];
    const seconds = phases.map(({ result }) => result.seconds);
    const total = seconds.reduce((sum, one) => sum + one, 0);
    const bought = phases.reduce((sum, { perSecond, result }) => sum + perSecond * result.seconds, 0);
    const alone = (before.perSecond + after.perSecond) / 2;
    bench.measured('bigDrawSettled', total);
    bench.measured('bigDrawPublished', publishing.result.seconds);
    bench.measured('bigDrawMemory', memory / 1e6);
    bench.measured('bigDrawStatement', slowest.ms / 1000);
    bench.measured('bigDrawPurchases', bought / total / alone);
    const { ticketsTotal, winnersTotal } = posting.result.proof;
    bench.say(
      `Large draw: ${ticketsTotal.toLocaleString('en')} lines, ${winnersTotal.toLocaleString('en')} prizes; root after ` +
        `${seconds[0]?.toFixed(1)} s, result ${seconds[1]?.toFixed(1)} s after the draw, prizes posted ` +
        `${seconds[2]?.toFixed(1)} s later; memory ${(memory / 1e6).toFixed(0)} MB; slowest statement ` +
        `${slowest.ms.toFixed(0)} ms (${slowest.text}); purchases ${alone.toFixed(0)} a second alone, ` +
        `${phases.map(({ perSecond }) => perSecond.toFixed(0)).join(', ')} in the three phases; load of the machine ` +
        `${loadavg()[0]?.toFixed(1)}`,
    );
    await platform.stop();
  },
};
