import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { createDatabase } from '../../../platform/db/database.ts';
import { createTestDatabase } from '../../helpers/database.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Starts a TCP proxy to a database. The proxy delays each BEGIN until `release` resolves. */
async function holdBegin(target: URL, release: Promise<void>) {
  const sockets = new Set<Socket>();
  let held = 0;
  const server = createServer((inward) => {
    const outward = connect(Number(target.port), target.hostname);
    let sent = Promise.resolve();
    for (const socket of [inward, outward]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        inward.destroy();
        outward.destroy();
      });
    }
    inward.on('data', (chunk) => {
      const isBegin = chunk.includes('begin');
      if (isBegin) held += 1;
      sent = sent.then(() => (isBegin ? release : undefined)).then(() => void outward.write(chunk));
    });
    outward.pipe(inward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const through = new URL(target);
  through.port = address && typeof address === 'object' ? String(address.port) : '';
  return {
    connectionString: through.href,
    held: () => held,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

it('a connection whose BEGIN timed out is not used again, because the BEGIN can still open a transaction', async () => {
  const empty = await createTestDatabase();
  const release = Promise.withResolvers<void>();
  const proxy = await holdBegin(new URL(empty.url), release.promise);
  const { connectionString } = proxy;
  const database = createDatabase(
    () => ({ connectionString }),
    () => undefined,
    1,
  );
  const connection = async () => {
    const { rows } = await database.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    return rows[0]?.pid;
  };
  try {
    const before = await connection();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const work = vi.fn<() => Promise<void>>();
    const [outcomes] = await Promise.all([
      Promise.allSettled([database.db.transaction(work)]),
      vi.waitFor(() => expect(proxy.held()).toBe(1)).then(() => vi.advanceTimersByTimeAsync(10_000)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected']);
    vi.useRealTimers();
    release.resolve();
    expect(await connection()).not.toBe(before);
    expect(work).not.toHaveBeenCalled();
  } finally {
    release.resolve();
    await database.close();
    await proxy.close();
    await empty.drop();
  }
});
