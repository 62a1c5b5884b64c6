import { spawn } from 'node:child_process';
import type { Bench, Scenario } from '../bench.ts';
import { root } from '../processes.ts';
import { median } from '../statistics.ts';

/**
 * Starts platform and site with bin/start.js, and stops them when the site is ready. @returns the seconds until the
 * site was ready
 */
function secondsToReady(bench: Bench): Promise<number> {
  const startedAt = performance.now();
  const embedded = { DATA_DIR: bench.dataDir, PORT: '', OPS_PORT: '', PLATFORM_PORT: '' };
  const whole = spawn(process.execPath, ['bin/start.js'], {
    cwd: root,
    env: { ...process.env, ...embedded },
  });
  bench.watch(whole);
  return new Promise((resolve, reject) => {
    let readyAfter = Number.NaN;
    whole.stdout.on('data', (text: Buffer) => {
      if (!text.includes('runs.')) return;
      readyAfter = (performance.now() - startedAt) / 1000;
      whole.kill('SIGTERM');
    });
    whole.stderr.pipe(process.stderr);
    whole.once('error', reject);
    whole.once('exit', () =>
      Number.isNaN(readyAfter)
        ? reject(new Error('npm start ended before it was ready'))
        : resolve(readyAfter),
    );
  });
}

/**
 * Measures the start of site and platform. This scenario runs first, because it creates the database with 30 days of
 * past draws for the other scenarios.
 */
export const starting: Scenario = {
  name: 'starting',
  budgets: ['startToReady'],
  async run(bench) {
    await secondsToReady(bench);
    const seconds = [await secondsToReady(bench), await secondsToReady(bench), await secondsToReady(bench)];
    bench.measured('startToReady', median(seconds));
    bench.say(`Start to ready: ${median(seconds).toFixed(2)} s`);
  },
};
