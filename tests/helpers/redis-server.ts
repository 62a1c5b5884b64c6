import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, installed } from './installed.ts';

export interface RedisServer {
  url: string;
  port: number;
  pid: number;
  /** Stops the server gracefully and deletes its files. */
  stop(): Promise<void>;
  /** Sends SIGKILL, so that connections break immediately. */
  kill(): void;
  /** Sends SIGSTOP, so that connections stay open but the server does not answer. */
  pause(): void;
  resume(): void;
}

export interface RedisOptions {
  /** Additional arguments, one word each, such as `--maxmemory` and `1mb`. */
  args?: string[];
  /** Port to listen on, such as that of a stopped server. The default is a free port. */
  port?: number;
}

const binary = installed('redis-server', 'valkey-server');

/** Whether Redis or Valkey is installed. If not, `describeWith('redis-server', hasRedis)` skips the tests. */
export const hasRedis = binary !== null;

const attempts = 5;

const launch = (program: string, port: number, args: string[]): Promise<RedisServer | 'port taken'> =>
  new Promise((resolve, reject) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-redis-'));
    const child = spawn(
      program,
      [
        '--bind',
        '127.0.0.1',
        '--port',
        String(port),
        '--dir',
        folder,
        '--save',
        '',
        '--appendonly',
        'no',
        ...args,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const end = () => child.kill('SIGKILL');
    // The server must not outlive the test run.
    process.once('exit', end);
    let output = '';
    const ended = new Promise<void>((done) => {
      child.once('close', () => {
        process.off('exit', end);
        rmSync(folder, { recursive: true, force: true });
        done();
        if (output.includes('Address already in use')) resolve('port taken');
        else reject(new Error(`${program} ended before it was ready: ${output}`));
      });
    });
    child.once('error', reject);
    const keep = (piece: Buffer) => {
      output += piece.toString();
      if (!/Ready to accept connections/.test(output)) return;
      resolve({
        url: `redis://127.0.0.1:${port}`,
        port,
        pid: child.pid ?? 0,
        stop: () => {
          child.kill('SIGCONT');
          child.kill('SIGTERM');
          return ended;
        },
        kill: end,
        pause: () => child.kill('SIGSTOP'),
        resume: () => child.kill('SIGCONT'),
      });
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
  });

/** Starts an empty Redis or Valkey on 127.0.0.1, without persistence. */
export const startRedis = async ({ args = [], port }: RedisOptions = {}): Promise<RedisServer> => {
  if (binary === null) throw new Error('neither redis-server nor valkey-server is installed');
  for (let attempt = 1; ; attempt++) {
    const server = await launch(binary, port ?? (await freePort()), args);
    if (server !== 'port taken') return server;
    if (attempt === attempts) throw new Error('no port for Redis');
  }
};
