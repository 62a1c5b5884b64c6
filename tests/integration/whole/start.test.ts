import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Program, startProgram } from '../../helpers/program.ts';

/** A running `npm start`. It uses the build that `npm test` has made before the tests. */
interface Whole extends Program {
  site: string;
  ops: string;
}

let dataDir: string;
const running = new Set<Program>();

beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'golden-lotto-whole-'));
  // PostgreSQL refuses to run as root. If the tests run as root, PostgreSQL runs as another user, who must be able to
  // enter the data folder.
  chmodSync(dataDir, 0o755);
});

afterAll(async () => {
  await Promise.all([...running].map((program) => program.signal('SIGINT')));
  rmSync(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return String(typeof address === 'object' ? address?.port : '');
}

const env = async (): Promise<Record<string, string>> => ({
  DATA_DIR: dataDir,
  PORT: await freePort(),
  OPS_PORT: await freePort(),
  PLATFORM_PORT: await freePort(),
  // Disable load shedding, because a busy test machine delays the event loop.
  SHED_DELAY_MS: '0',
});

/**
 * Arguments that start the program through a parent process, as npm does. Like npm's process, the parent ends on a
 * signal without forwarding it.
 */
const throughNpm = [
  '-e',
  "require('node:child_process').spawn(process.execPath, ['bin/start.js'], { stdio: 'inherit' })",
];

async function start(args = ['bin/start.js'], more: Record<string, string> = {}): Promise<Whole> {
  const program = startProgram(args, { ...(await env()), ...more });
  running.add(program);
  void program.ended.then(() => running.delete(program));
  const [, site = '', ops = ''] = await program.waitForOutput(
    /Site\s+(http:\S+)\s+Operations\s+(http:\S+)\/metrics/,
  );
  return { ...program, site, ops };
}

/** Listens on a port, unless another program listens there already. */
const occupy = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(server));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const newestDraw = async (whole: Whole): Promise<number> => {
  const response = await fetch(`${whole.site}/results/latest.json`);
  expect(response.status, whole.output()).toBe(200);
  const { cards }: { cards: { gameId: string; drawNumber: number }[] } = await response.json();
  return cards.find(({ gameId }) => gameId === 'jaldi')?.drawNumber ?? 0;
};

/**
 * Logs in as the demo player with the password that the program has printed. Then reads the outbox at the printed
 * address.
 */
const checkLogin = async (whole: Whole): Promise<void> => {
  const { site } = whole;
  const output = whole.output();
  const [, username, password] = /Demo player +(\S+), password (\S+)/.exec(output) ?? [];
  const send = (call: string, data: unknown, cookie = '') =>
    fetch(`${site}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site, cookie },
      body: JSON.stringify({ data }),
    });
  const opened = await send('accounts/login', { type: 2, username, password });
  expect(await opened.json()).toMatchObject({ success: true });
  const cookie = opened.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const wallet: { data?: { totalBalance: number; heldBalance: number } } = await (
    await send('wallet', {}, cookie)
  ).json();
  expect(wallet.data?.totalBalance).toBeGreaterThan(0);
  expect(wallet.data?.heldBalance).toBeGreaterThan(0);
  const deposit: { data?: { paymentUrl: string } } = await (
    await send('cashier/deposit', { amount: 500_00, idempotencyKey: randomUUID() }, cookie)
  ).json();
  const paymentUrl = deposit.data?.paymentUrl ?? '';
  expect(new URL(paymentUrl).origin).toBe(site);
  expect(await (await fetch(paymentUrl)).text()).toContain('This is a sandbox.');
  const [, outbox = ''] = /Sent codes +(http\S+)/.exec(output) ?? [];
  await send('accounts/sendOtp', {
    type: 3,
    notification_type: 2,
    email_address: 'demo@lotto.example',
  });
  const sent: { messages: { otp: string | null }[] } = await (await fetch(outbox)).json();
  expect(sent.messages.filter(({ otp }) => otp !== null)).toHaveLength(1);
};

const isGone = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

describe('npm start', () => {
  it('starts without data, recovers from kill -9 and stops all its processes', {
    timeout: 170_000,
  }, async () => {
    const first = await start();
    expect((await fetch(first.site)).status).toBe(200);
    // Even the first game page that is requested shows the commitment of an upcoming draw.
    const game = await (await fetch(`${first.site}/games/golden-daily`)).text();
    expect(game).toMatch(/commitment/i);
    expect(game).not.toContain('not been announced');
    expect((await fetch(`${first.ops}/readyz`)).status).toBe(200);
    await checkLogin(first);
    const drawn = await newestDraw(first);
    expect(drawn).toBeGreaterThan(0);

    // A second instance shows the same draws as the first instance. The second instance chooses other ports, because
    // the default ports of the site and the platform are taken. The first instance keeps running when the second one
    // stops.
    const taken = await Promise.all([3000, 3001].map(occupy));
    const second = await start(undefined, { PORT: '', OPS_PORT: '', PLATFORM_PORT: '' });
    for (const server of taken) server.close();
    expect(await newestDraw(second)).toBeGreaterThanOrEqual(drawn);
    expect(await second.signal('SIGINT')).toEqual({ code: 0, signal: null });
    expect(await isGone(second.site)).toBe(true);
    expect((await fetch(`${first.site}/results/golden-jaldi/${drawn}`)).status).toBe(200);

    // After SIGKILL to the parent process, the child processes stop by themselves. The next start finds all data.
    await first.signal('SIGKILL');
    await expect.poll(() => isGone(first.site), { timeout: 30_000 }).toBe(true);
    const third = await start(throughNpm, { npm_lifecycle_event: 'start' });
    expect(await newestDraw(third)).toBeGreaterThanOrEqual(drawn);
    expect((await fetch(`${third.site}/results/golden-jaldi/${drawn}`)).status).toBe(200);

    // If npm is stopped, every process that `npm start` has started stops.
    await third.signal('SIGTERM');
    expect(await isGone(third.site)).toBe(true);
  });

  it('reports a fatal error in one line and does not retry', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', resolve);
    });
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const program = startProgram(['bin/start.js'], { ...(await env()), PORT: port });
    expect(await program.ended).toEqual({ code: 1, signal: null });
    expect(program.output()).toContain(`PORT is ${port}, and something listens there already`);
    const wrong = startProgram(['bin/start.js'], { ...(await env()), LOG_LEVEL: 'loud' });
    expect((await wrong.ended).code).toBe(1);
    expect(wrong.output()).toContain('LOG_LEVEL');
    await new Promise((resolve) => {
      taken.close(resolve);
    });
  });
});
