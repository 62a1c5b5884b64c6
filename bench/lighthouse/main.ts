/**
 * `npm run lighthouse`: starts a site with seeded draws on loopback, and measures its pages with Lighthouse as on a
 * slow phone. It prints the median of five runs of each page, and exits with 1 if a page misses a limit of budgets.ts.
 * `-- --only home,draw` measures only the named pages, and `-- --runs 1` measures each page only once. The figures are
 * unreliable on a busy machine.
 */
import { createServer } from 'node:net';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { build } from '../../bin/build.ts';
import { openBench } from '../bench.ts';
import { portOf } from '../processes.ts';
import { missedLimits, tableHead, tableRow } from './budgets.ts';
import { launchChrome, measure } from './measure.ts';
import { pageNames, pagePaths } from './pages.ts';

const usualRuns = '5';
const interruptedExit = 130;

const { values } = parseArgs({
  options: { only: { type: 'string' }, runs: { type: 'string', default: usualRuns } },
});
const runs = Number(values.runs);
const chosen = values.only?.split(',') ?? pageNames;
if (!Number.isInteger(runs) || runs < 1 || chosen.some((name) => !pageNames.includes(name))) {
  console.error(`Usage: npm run lighthouse -- [--only ${pageNames.join(',')}] [--runs ${usualRuns}]`);
  process.exit(2);
}

/**
 * Returns a free port. The port must be known before the site starts, because it is part of SITE_URL. Without SITE_URL,
 * robots.txt forbids indexing, which costs SEO points.
 */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const port = portOf(probe);
      probe.close(() => resolve(port));
    });
  });

async function measureAll(origin: string): Promise<number> {
  const paths = await pagePaths(origin);
  const chrome = await launchChrome();
  let missed = 0;
  try {
    console.log(`Load of the machine: ${loadavg()[0]?.toFixed(1)}. Median of ${runs}:\n${tableHead()}`);
    for (const name of chosen) {
      const { figures, failed } = await measure(chrome, `${origin}${paths.get(name)}`, runs);
      missed += missedLimits(name, figures).length;
      console.log(tableRow(name, figures));
      for (const audit of failed) console.log(`  ${audit}`);
    }
  } finally {
    chrome.kill();
  }
  return missed;
}

build();
const bench = openBench();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void bench.close().finally(() => process.exit(interruptedExit)));
try {
  const port = await freePort();
  const site = await bench.site({ PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` });
  process.exitCode = (await measureAll(site.origin)) > 0 ? 1 : 0;
} finally {
  await bench.close();
}
