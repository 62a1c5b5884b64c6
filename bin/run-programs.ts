/**
 * `npm start`: runs the platform (which runs PostgreSQL) and the site as separate processes and restarts a process
 * that exits. It stops them in this order: site, platform, PostgreSQL.
 * With `--dev` it runs the sources and restarts after each change.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { answerOf } from './answer-of.ts';
import { build } from './build.ts';
import { runEnvironment, runFlags } from './run-flags.ts';

const root = path.resolve(import.meta.dirname, '..');
const dev = process.argv.includes('--dev');
/** Folder of Node's compile cache. With a filled cache, the start is a quarter of a second faster. */
const compileCache = path.join(root, 'dist/compiled');
const local = (command: string) => path.join(root, 'node_modules/.bin', command);
const dataDir = path.resolve(root, process.env['DATA_DIR'] || '.data');
/** If a child process runs for at least this long before it exits, its next restart has the shortest delay. */
const healthyMs = 30_000;
const slowestRestartMs = 15_000;
/**
 * A child process that takes longer than this to stop is killed. The site may need 10 s to drain. The platform may have
 * to finish a draw, and PostgreSQL to write its checkpoint.
 */
const stopLimitMs = 25_000;

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const isFree = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

/** Ports that the supervisor has assigned to its programs. The programs do not listen on these ports yet. */
const chosenPorts = new Set<number>();

/**
 * Returns the configured port. If none is configured, returns the default port, or the next free port if the default
 * port is taken.
 */
async function portOf(name: string, usual: number, host: string): Promise<number> {
  const given = process.env[name];
  if (given) {
    const port = Number(given);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      fail(`${name} is wrong: ${given} is not a port.`);
    if (!(await isFree(port, host)))
      fail(`${name} is ${port}, and something listens there already. Choose another.`);
    chosenPorts.add(port);
    return port;
  }
  for (let port = usual; port < usual + 100; port++) {
    if (chosenPorts.has(port) || !(await isFree(port, host))) continue;
    chosenPorts.add(port);
    return port;
  }
  return fail(`No free port from ${usual} on. Set ${name}.`);
}

interface Program {
  name: string;
  stop(): Promise<void>;
}

/**
 * Runs a program until `stop` is called. If the program exits earlier, it is restarted. The delay before a restart
 * doubles with each exit within `healthyMs`.
 */
function supervise(name: string, command: string, args: string[], env: Record<string, string>): Program {
  let stopping = false;
  let child: ChildProcess;
  let ended: Promise<void>;
  let quickEnds = 0;

  const start = () => {
    const startedAt = Date.now();
    // The child gets its own process group, so that Ctrl-C reaches only the supervisor, which stops everything in
    // order. If the supervisor is killed, the IPC channel closes and the child exits.
    child = spawn(command, args, {
      cwd: root,
      env: { NODE_COMPILE_CACHE: compileCache, ...runEnvironment, ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    child.on('message', () => report());
    ended = new Promise((resolve) => {
      child.once('error', (error) => console.error(`${name} cannot be started: ${error.message}`));
      child.once('close', (code, signal) => {
        resolve();
        if (stopping) return;
        // Do not restart the program, because its configuration is invalid. The program has already reported this.
        if (code === 78) {
          void stopAll(1);
          return;
        }
        quickEnds = Date.now() - startedAt > healthyMs ? 0 : quickEnds + 1;
        const waitMs = Math.min(slowestRestartMs, 250 * 2 ** quickEnds);
        console.error(`${name} ended (${signal ?? code}); it starts again in ${waitMs / 1000} s.`);
        setTimeout(() => stopping || start(), waitMs);
      });
    });
  };
  start();

  return {
    name,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await ended;
      clearTimeout(killer);
    },
  };
}

const programs: Program[] = [];
/** Called when a program reports that it is ready. */
let report = () => {};
let stopped: Promise<void> | undefined;
function stopAll(exitCode: number): Promise<void> {
  stopped ??= (async () => {
    for (const program of programs.toReversed()) await program.stop();
    process.exit(exitCode);
  })();
  return stopped;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0));
// npm forwards a signal only to its shell. The supervisor therefore also stops when its parent process has exited.
const { ppid } = process;
if (process.env['npm_lifecycle_event'])
  setInterval(() => {
    if (process.ppid !== ppid) void stopAll(0);
  }, 500).unref();

/**
 * Waits until a condition is true. Checks the condition at an interval, and whenever a program reports that it is
 * ready.
 */
async function until(
  what: string,
  { limitMs, everyMs }: { limitMs: number; everyMs: number },
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  const endsAt = Date.now() + limitMs;
  let reportedAt = Date.now();
  while (!(await isTrue())) {
    if (Date.now() > endsAt) {
      console.error(`${what} took longer than ${limitMs / 1000} s.`);
      await stopAll(1);
    }
    if (Date.now() - reportedAt > 5000) {
      console.log(`Waiting for ${what} …`);
      reportedAt = Date.now();
    }
    await new Promise<void>((resolve) => {
      report = resolve;
      setTimeout(resolve, everyMs);
    });
  }
}

build();

const host = process.env['HOST'] || '127.0.0.1';
const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
const opsHost = process.env['OPS_HOST'] || '127.0.0.1';
const port = await portOf('PORT', 3000, host);
const opsPort = await portOf('OPS_PORT', 9400, opsHost);
// Log only problems by default.
const logLevel = process.env['LOG_LEVEL'] || 'warn';
const program = (name: string) =>
  dev
    ? ([
        local('tsx'),
        ['watch', '--clear-screen=false', '--include', 'dist/client-ssr/*.js', `${name}/main.ts`],
      ] as const)
    : ([process.execPath, [...runFlags, `dist/${name}/main.js`]] as const);

const site: Record<string, string> = {
  NODE_ENV: dev ? 'development' : 'production',
  PORT: String(port),
  OPS_PORT: String(opsPort),
  LOG_LEVEL: logLevel,
};
/**
 * Returns the lines about the embedded platform that are printed after the start. They contain the demo player's login
 * and the URL of the outbox, which shows the messages of a channel (mail or SMS) that is not configured.
 */
let platformLines = async (): Promise<string[]> => [];
if (!process.env['PLATFORM_URL']) {
  const platformPort = await portOf('PLATFORM_PORT', 3001, '127.0.0.1');
  const platformOrigin = `http://127.0.0.1:${platformPort}`;
  const secretsFile = path.join(dataDir, 'secrets.json');
  // The embedded platform must accept the site's customer code, because the site sends this code with each call.
  const { customerCode }: { customerCode: string } = JSON.parse(
    readFileSync(path.join(root, 'config/boot_config.json'), 'utf8'),
  );
  const [command, args] = program('platform');
  programs.push(
    supervise('The platform', command, [...args], {
      NODE_ENV: site['NODE_ENV'] ?? '',
      PLATFORM_PORT: String(platformPort),
      PLATFORM_UCID: process.env['PLATFORM_UCID'] || customerCode,
      DATA_DIR: dataDir,
      LOG_LEVEL: logLevel,
      // Links in the platform's mails and on its payment page use this origin.
      SITE_URL: process.env['SITE_URL'] || `http://${shownHost}:${port}`,
    }),
  );
  // At its first start, the platform creates the file with the keys that the site needs, so wait for the file. At later
  // starts, the file exists already. With an external database, no file is created.
  const keysGiven = process.env['SESSION_KEYS'] || process.env['DATABASE_URL'];
  const given = process.env['PLATFORM_API_KEY'] && process.env['PLATFORM_HASH'] && keysGiven;
  if (!given)
    await until('the platform to make its secrets', { limitMs: 60_000, everyMs: 25 }, () =>
      existsSync(secretsFile),
    );
  const secrets: Record<string, string> = existsSync(secretsFile)
    ? JSON.parse(readFileSync(secretsFile, 'utf8'))
    : {};
  Object.assign(site, {
    PLATFORM_URL: platformOrigin,
    PLATFORM_API_KEY: process.env['PLATFORM_API_KEY'] || (secrets['platformApiKey'] ?? ''),
    PLATFORM_HASH: process.env['PLATFORM_HASH'] || (secrets['platformHash'] ?? ''),
    SESSION_KEYS: process.env['SESSION_KEYS'] || (secrets['sessionKey'] ?? ''),
    PURGE_TOKEN: process.env['PURGE_TOKEN'] || (secrets['purgeToken'] ?? ''),
  });
  const demoPassword = process.env['DEMO_PASSWORD'] || secrets['demoPassword'];
  platformLines = async () => {
    const { demoPlayer }: { demoPlayer?: string } = JSON.parse(
      (await answerOf(`${platformOrigin}/readyz`)) ?? '{}',
    );
    const outbox = `${platformOrigin}/outbox?to=demo@lotto.example`;
    return [
      ...(demoPlayer && demoPassword ? [`  Demo player  ${demoPlayer}, password ${demoPassword}`] : []),
      // Print the outbox's URL only if the platform has an outbox. In this URL, `to` can be any address or mobile
      // number.
      ...((await answerOf(outbox)) === null
        ? []
        : [`  Sent codes   ${outbox}   (or the address you signed up with)`]),
    ];
  };
}
if (dev) {
  const watch = ['build', '--watch', '--logLevel', 'warn'];
  programs.push(supervise('The browser build', local('vite'), watch, {}));
  programs.push(
    supervise(
      'The server-rendering build',
      local('vite'),
      [...watch, '--ssr', 'client/entry-server.tsx'],
      {},
    ),
  );
}
{
  const [command, args] = program('server');
  programs.push(supervise('The site', command, [...args], site));
}
await until(
  'the draws and pages (a first start makes 30 days of history)',
  { limitMs: 180_000, everyMs: 500 },
  async () => (await answerOf(`http://${opsHost}:${opsPort}/readyz`)) !== null,
);
const lines = [
  `  Data         ${path.relative(process.cwd(), dataDir) || dataDir}`,
  ...(await platformLines()),
]
  .map((line) => `${line}\n`)
  .join('');
console.log(`
  Golden Lotto runs.

  Site         http://${shownHost}:${port}
  Operations   http://${opsHost}:${opsPort}/metrics   (also /healthz, /readyz, POST /purge)
${lines}
  Ctrl-C stops it.
`);
