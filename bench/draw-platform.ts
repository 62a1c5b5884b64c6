/**
 * Runs the embedded platform with a draw of the game Golden Jaldi every minute. Tickets, draws, PostgreSQL and the
 * event stream are real. The program reports its port to its parent process. It answers any message with the next draw
 * that the platform publishes. It exits when the parent exits.
 */
import { buildApp } from '../platform/app.ts';
import { parseConfig } from '../platform/config/config.ts';
import { loadSecrets } from '../platform/config/secrets.ts';
import { createDeps } from '../platform/deps.ts';
import { catalogue, type GameDefinition } from '../platform/games/catalogue.ts';
import { bringUp, shutDown } from '../platform/start.ts';
import { stopOnce } from '../platform/stop-once.ts';

export interface Published {
  /** Id of the event in the platform's stream. */
  id: number;
  /** Time at which this process received the event, in ms since 1970 with fractions. */
  atMs: number;
}

const everyMinute = { every: 'minutes', minutes: 1 } as const;
const hurry = (game: GameDefinition): GameDefinition =>
  game.gameId === 'jaldi' ? { ...game, schedule: everyMinute } : game;
const config = await parseConfig(process.env, loadSecrets);
const deps = createDeps(config, { catalogue: catalogue.map(hurry), historyDays: 8 });
const app = buildApp(deps);
stopOnce(deps.logger, async () => {
  await app.close();
  await shutDown(deps);
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
await bringUp(deps);
deps.engine.start();
let isAsked = false;
deps.hub.subscribe(({ id, kind }) => {
  if (kind !== 'result') return;
  const published: Published = { id, atMs: performance.timeOrigin + performance.now() };
  if (isAsked) process.send?.(published);
  isAsked = false;
});
process.on('message', () => {
  isAsked = true;
});
process.send?.({ port: Number(new URL(address).port) });
