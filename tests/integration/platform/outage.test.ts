import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../platform/db/database.ts';
import { draws } from '../../../platform/draws/tables.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

/** Creates a TCP proxy between a platform and its database. The proxy can close all connections. */
const createGate = async (target: URL) => {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer((inward) => {
        const outward = connect(Number(target.port), target.hostname);
        for (const socket of [inward, outward]) {
          sockets.add(socket);
          socket.on('error', () => undefined);
          socket.once('close', () => {
            inward.destroy();
            outward.destroy();
            sockets.delete(socket);
          });
        }
        inward.pipe(outward);
        outward.pipe(inward);
      });
      server.listen(port, '127.0.0.1', () => {
        const address = server?.address();
        resolve(address && typeof address === 'object' ? address.port : 0);
      });
    });
  const shut = () =>
    new Promise<void>((resolve) => {
      if (!server) return resolve();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
      return undefined;
    });
  const port = await listen(0);
  return { port, shut, open: () => listen(port) };
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const upcoming = (platform: TestPlatform) => platform.call('upcomingDraw', { action: 'upcomingDraw' });

describe('failure of the database', () => {
  it('makes calls return 15500 until the database is reachable again', async () => {
    const now = new Date('2026-11-18T12:02:00Z');
    const catalogue = gamesOf('jaldi');
    const first = await startPlatform({ now, catalogue });
    closers.push(() => first.stop());
    const gate = await createGate(new URL(first.databaseUrl));
    closers.push(gate.shut);
    const through = new URL(first.databaseUrl);
    through.port = String(gate.port);
    const database = createDatabase(
      () => ({ connectionString: through.href }),
      () => undefined,
    );
    const platform = await startPlatform({ now, catalogue, beside: first, database });
    closers.push(() => platform.stop());
    await platform.deps.engine.tick();
    expect((await upcoming(platform)).status).toBe(200);

    await gate.shut();
    expect(await upcoming(platform)).toEqual({ status: 503, body: { success: false, firstCode: '15500' } });
    const ready = await fetch(`${platform.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', reason: 'database unreachable' },
    ]);
    expect((await fetch(`${platform.url}/healthz`)).status).toBe(200);
    await expect(platform.deps.engine.tick()).rejects.toThrow('Failed query');

    await gate.open();
    expect((await upcoming(platform)).status).toBe(200);
    expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
    await platform.deps.engine.tick();
  });

  it('leaves the only connection of a pool usable if BEGIN fails', async () => {
    const platform = await startPlatform({ catalogue: gamesOf('jaldi') });
    closers.push(() => platform.stop());
    const database = createDatabase(
      () => ({ connectionString: platform.databaseUrl }),
      () => undefined,
      1,
    );
    const { db } = database;
    // Make BEGIN fail with an isolation level that PostgreSQL does not know.
    await expect(
      db.transaction((tx) => tx.$count(draws), Object({ isolationLevel: 'unknown' })),
    ).rejects.toThrow('Failed query');
    expect(await db.transaction((tx) => tx.$count(draws))).toBeGreaterThan(0);
    await database.close();
  });
});
