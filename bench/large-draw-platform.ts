/**
 * The embedded platform with its draw engine and draw poster, and with a clock that the bench can set. On request, it
 * fills the next draw of keno. It records its peak memory and its slowest database statement. The program reports its
 * port and keys to its parent process, and answers each message with one message. It exits when the parent exits.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { buildApp } from '../platform/app.ts';
import { parseConfig } from '../platform/config/config.ts';
import { loadSecrets } from '../platform/config/secrets.ts';
import { createDeps } from '../platform/deps.ts';
import { catalogue } from '../platform/games/catalogue.ts';
import { bringUp, shutDown } from '../platform/start.ts';
import { stopOnce } from '../platform/stop-once.ts';
import { fillLargeDraw } from './fill/large-draw.ts';
import { createPlayer } from './fill/player.ts';
import type { FullPlatform } from './full-platform.ts';

export interface LargeDrawFilled {
  drawId: string;
  closeMs: number;
  drawMs: number;
  /**
   * Another game, whose tickets are on sale while the large draw is processed, and the session tokens of its buyers.
   * `drawId` is empty here: the answer to `clock` is the id of the draw on sale.
   */
  shop: { gameId: string; drawId: string; tokens: string[] };
}

export interface Observed {
  /** Peak memory since the last `forget`, in bytes. */
  memory: number;
  /** Duration and first characters of the slowest database statement that was sampled since the last `forget`. */
  slowest: { ms: number; text: string };
}

export type Question =
  | { do: 'fill'; lines: number; buyers: number }
  /** Sets the platform's clock to an instant, in ms since 1970. The answer is the id of a draw on sale. */
  | { do: 'clock'; atMs: number }
  /** Resets the figures of `Observed`. */
  | { do: 'forget' }
  | { do: 'observed' };

const linesPerBuyer = 200;
const sampleEveryMs = 100;

let skewMs = 0;
const clock = { now: () => new Date(Date.now() + skewMs) };
const observed: Observed = { memory: 0, slowest: { ms: 0, text: '' } };

const config = await parseConfig(process.env, loadSecrets);
const deps = createDeps(config, {
  clock,
  catalogue: catalogue.filter(({ gameId }) => gameId === 'keno' || gameId === 'jaldi'),
});
const app = buildApp(deps);
stopOnce(deps.logger, async () => {
  ending.abort();
  await observing;
  await app.close();
  await shutDown(deps);
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
await bringUp(deps);
deps.engine.start();
deps.poster.start();
deps.sealer.start();
const observer = await deps.database.connect();

/** Samples the process's memory, and the database statement that has been running for longest. */
async function observe(): Promise<void> {
  observed.memory = Math.max(observed.memory, process.memoryUsage.rss());
  const { rows } = await observer.query<Observed['slowest']>(
    `select extract(epoch from clock_timestamp() - query_start)::float8 * 1000 as ms,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as text
     from pg_stat_activity
     where state = 'active' and datname = current_database() and backend_type = 'client backend'
       and pid <> pg_backend_pid()
     order by query_start limit 1`,
  );
  const [oldest] = rows;
  if (oldest && oldest.ms > observed.slowest.ms) observed.slowest = oldest;
}
const ending = new AbortController();
const observing = (async () => {
  while (!ending.signal.aborted) {
    await observe();
    await wait(sampleEveryMs);
  }
})();

async function openDraws(gameId: string) {
  for (;;) {
    const { draws } = await deps.draws.open(gameId);
    if (draws.length > 0) return draws;
    await wait(sampleEveryMs);
  }
}

async function fill(lines: number, buyers: number): Promise<LargeDrawFilled> {
  const [draw] = await openDraws('keno');
  if (!draw) throw new Error('no draw of keno is on sale');
  const { drawId } = draw;
  // Set the clock to 30 minutes before the close, so that sales stay open while the draw is filled.
  skewMs = Date.parse(draw.salesCloseDate) - 30 * 60_000 - Date.now();
  await fillLargeDraw(deps, drawId, lines);
  const price = catalogue.find(({ gameId }) => gameId === 'jaldi')?.ticketPriceMinor ?? 0;
  const tokens: string[] = [];
  for (let made = 0; made < buyers; made++)
    tokens.push((await createPlayer(deps, linesPerBuyer * price)).token);
  return {
    drawId,
    closeMs: Date.parse(draw.salesCloseDate),
    drawMs: Date.parse(draw.drawStartDate),
    shop: { gameId: 'jaldi', drawId: '', tokens },
  };
}

const answerTo = async (question: Question): Promise<unknown> => {
  switch (question.do) {
    case 'fill':
      return fill(question.lines, question.buyers);
    case 'clock': {
      skewMs = question.atMs - Date.now();
      await deps.engine.tick();
      // Choose the last open draw, because it stays on sale for longest.
      return (await openDraws('jaldi')).at(-1)?.drawId ?? '';
    }
    case 'forget':
      Object.assign(observed, { memory: 0, slowest: { ms: 0, text: '' } });
      return observed;
    default:
      return observed;
  }
};

process.on('message', (question: Question) => {
  answerTo(question).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
const { apiKeys, hashes, ucid } = config;
const [apiKey = ''] = apiKeys;
const [hash = ''] = hashes;
const said: FullPlatform = { port: Number(new URL(address).port), apiKey, hash, ucid };
process.send?.(said);
