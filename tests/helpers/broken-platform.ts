import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { CallName } from '../../shared/contract/calls.ts';

/** An answer of the real platform, as it can be told otherwise. */
export interface Told {
  status: number;
  type: string;
  body: string;
}

/** What is done to one call, or to a path that is no call; what is not named stays as it is. */
export interface Break {
  /** Another body is passed on. */
  ask?: (data: Record<string, unknown>) => Record<string, unknown>;
  /** Other headers are passed on. */
  headers?: Record<string, string>;
  /** Something else is answered; null: as it came. */
  tell?: (answer: Told) => Told | null;
  /** The platform never hears of it. */
  instead?: Told;
}

/** By call, or by path. */
export type Breaks = Partial<Record<CallName, Break>> & Record<`/${string}`, Break>;

export interface BrokenPlatform {
  url: string;
  close(): Promise<void>;
}

const Body = z.looseObject({ data: z.record(z.string(), z.unknown()) });

export const yes = (data: unknown): Told => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify({ success: true, firstCode: '10000', data }),
});

const readAll = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
};

const asked = (text: string, { ask }: Break): string => {
  if (!ask || text === '') return text;
  try {
    const body = Body.parse(JSON.parse(text));
    return JSON.stringify({ ...body, data: ask(body.data) });
  } catch {
    return text;
  }
};

/** A real platform, seen through somebody who spoils some of it. */
export const startBrokenPlatform = async (origin: string, breaks: Breaks): Promise<BrokenPlatform> => {
  const find = (url: string): Break => {
    const [path = ''] = url.split('?');
    const name = path.replace(/^\/api\/v1\//, '');
    return Object.entries(breaks).find(([known]) => known === name || known === path)?.[1] ?? {};
  };
  const pass = async (request: IncomingMessage, done: Break): Promise<Told> => {
    const text = asked(await readAll(request), done);
    if (done.instead) return done.instead;
    const { 'content-length': _, host: __, connection: ___, ...headers } = request.headers;
    const response = await fetch(new URL(request.url ?? '/', origin), {
      method: request.method ?? 'GET',
      headers: { ...z.record(z.string(), z.string()).parse(headers), ...done.headers },
      redirect: 'manual',
      ...(request.method === 'POST' ? { body: text } : {}),
      signal: AbortSignal.timeout(20_000),
    });
    const type = response.headers.get('content-type') ?? '';
    // What does not end is passed on as far as it is there.
    const body = type.startsWith('text/event-stream') ? ': open\n\n' : await response.text();
    if (body === ': open\n\n') await response.body?.cancel();
    const told = { status: response.status, type, body };
    return done.tell?.(told) ?? told;
  };
  const server = createServer((request, response) => {
    pass(request, find(request.url ?? '')).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
