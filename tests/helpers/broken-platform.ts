import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { CallName } from '../../shared/contract/calls.ts';

/** A response of the real platform. A test can change it before the proxy sends it. */
export interface PlatformAnswer {
  status: number;
  type: string;
  body: string;
}

/** Changes that the proxy makes to one call or path. An omitted field changes nothing. */
export interface Alteration {
  /** Changes the `data` of the request before it is forwarded. */
  changeRequest?: (data: Record<string, unknown>) => Record<string, unknown>;
  /** Headers to add to the forwarded request. */
  headers?: Record<string, string>;
  /** Replaces the answer; null keeps the original. */
  changeAnswer?: (answer: PlatformAnswer) => PlatformAnswer | null;
  /** An answer that the proxy sends without forwarding the request. */
  answerWith?: PlatformAnswer;
}

/** Maps the name of a call, or a path, to the changes that the proxy makes. */
export type Alterations = Partial<Record<CallName, Alteration>> & Record<`/${string}`, Alteration>;

export interface BrokenPlatform {
  url: string;
  close(): Promise<void>;
}

const Body = z.looseObject({ data: z.record(z.string(), z.unknown()) });

export const success = (data: unknown): PlatformAnswer => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify({ success: true, firstCode: '10000', data }),
});

const readAll = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
};

const asked = (text: string, { changeRequest }: Alteration): string => {
  if (!changeRequest || text === '') return text;
  try {
    const body = Body.parse(JSON.parse(text));
    return JSON.stringify({ ...body, data: changeRequest(body.data) });
  } catch {
    return text;
  }
};

/** Starts a proxy in front of a real platform. The proxy changes only the calls and paths in `breaks`. */
export const startBrokenPlatform = async (origin: string, breaks: Alterations): Promise<BrokenPlatform> => {
  const find = (url: string): Alteration => {
    const [path = ''] = url.split('?');
    const name = path.replace(/^\/api\/v1\//, '');
    return Object.entries(breaks).find(([known]) => known === name || known === path)?.[1] ?? {};
  };
  const pass = async (request: IncomingMessage, done: Alteration): Promise<PlatformAnswer> => {
    const text = asked(await readAll(request), done);
    if (done.answerWith) return done.answerWith;
    const { 'content-length': _, host: __, connection: ___, ...headers } = request.headers;
    const response = await fetch(new URL(request.url ?? '/', origin), {
      method: request.method ?? 'GET',
      headers: { ...z.record(z.string(), z.string()).parse(headers), ...done.headers },
      redirect: 'manual',
      ...(request.method === 'POST' ? { body: text } : {}),
      signal: AbortSignal.timeout(20_000),
    });
    const type = response.headers.get('content-type') ?? '';
    // Reading an event stream would never end, so the proxy sends a single comment instead.
    const body = type.startsWith('text/event-stream') ? ': open\n\n' : await response.text();
    if (body === ': open\n\n') await response.body?.cancel();
    const answer = { status: response.status, type, body };
    return done.changeAnswer?.(answer) ?? answer;
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
