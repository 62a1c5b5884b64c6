import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}

/** The response for a path. The default is a 200 whose body is the path. */
export interface Script {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string;
  /** Delays the response until this promise resolves. */
  after?: Promise<unknown>;
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

export interface ScriptedOrigin {
  url: string;
  /** The requests so far, without health probes. */
  asked: Asked[];
  count(path: string): number;
  /** Sets the response to all later requests for a path. */
  answers(path: string, script: Script | Handler): void;
  down(): Promise<void>;
  up(): Promise<void>;
}

/**
 * Starts an origin whose responses the test sets for each path. While the origin runs, it answers Varnish's health
 * probes with success.
 */
export const startScriptedOrigin = async (): Promise<ScriptedOrigin> => {
  const scripts = new Map<string, Script | Handler>();
  const asked: Asked[] = [];
  let port = 0;

  const play = async (script: Script, path: string, res: ServerResponse): Promise<void> => {
    await script.after;
    res.writeHead(script.status ?? 200, { 'content-type': 'text/plain', ...script.headers });
    res.end(script.body ?? path);
  };
  const server = createServer((req, res) => {
    const [path = ''] = (req.url ?? '').split('?');
    if (path === '/readyz') {
      res.end();
      return;
    }
    asked.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers });
    const script = scripts.get(path) ?? {};
    if (typeof script === 'function') script(req, res);
    else void play(script, path, res);
  });
  const up = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        const address = server.address();
        if (typeof address === 'object' && address) ({ port } = address);
        resolve();
      });
    });
  await up();
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    count: (path) => asked.filter(({ url }) => url.split('?')[0] === path).length,
    answers: (path, script) => void scripts.set(path, script),
    down: () =>
      new Promise((resolve) => {
        if (!server.listening) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    up,
  };
};
