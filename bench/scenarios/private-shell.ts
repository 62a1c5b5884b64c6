import type { Scenario } from '../bench.ts';
import { login, openedSession, profile, startCallSite } from '../call-site.ts';
import { firstBytes, staggeredFirstBytes } from '../first-byte.ts';
import { median, percentile } from '../statistics.ts';
import { getRequest } from '../wire.ts';

const requests = 300;
const warmUp = 1500;
const rounds = 5;
/** Delay of the platform's answers. This delay must not delay the first byte of the page. */
const slowMs = 2000;
const slowRounds = 3;
const staggered = { count: 40, everyMs: 50 };

/**
 * Measures the time to the first byte of a private page. The site sends the shell of this page (the part without the
 * player's data) before the platform answers. The baseline is a bare Fastify route that waits for the platform's answer
 * before it sends its page. A platform that answers after 2 s must not delay the first byte.
 */
export const privateShell: Scenario = {
  name: 'privateShell',
  budgets: ['privateShell', 'privateShellSlow'],
  async run(bench) {
    const { site, platformUrl, delayAnswers, stop } = await startCallSite(bench, {
      '/api/v1/accounts/login': openedSession,
      '/api/v1/accounts/getUserProfile': profile,
    });
    const bare = await bench.run<{ port: number }>('bench/bare-routes.ts', [platformUrl], {});
    const request = getRequest('/my-accounts', {
      cookie: await login(site.port),
      'accept-encoding': 'identity',
    });
    const ports = { site: site.port, bare: bare.said.port };
    const found = { site: [] as number[], bare: [] as number[] };
    for (const port of Object.values(ports)) await firstBytes(port, request, warmUp);
    for (let round = 0; round < rounds; round++)
      for (const name of ['site', 'bare'] as const)
        found[name].push(percentile(await firstBytes(ports[name], request, requests), 0.5));
    bench.measured('privateShell', median(found.site.map((ms, round) => ms - (found.bare[round] ?? 0))));
    bench.say(
      `First byte of a private page, p50: ${median(found.site).toFixed(2)} ms by the site, ` +
        `${median(found.bare).toFixed(2)} ms by a bare route that waits for its call`,
    );
    const shellAt = async (delayMs: number): Promise<number> => {
      await delayAnswers(delayMs);
      return percentile(await staggeredFirstBytes(site.port, request, staggered), 0.5);
    };
    const fast: number[] = [];
    const slow: number[] = [];
    for (let round = 0; round < slowRounds; round++) {
      fast.push(await shellAt(0));
      slow.push(await shellAt(slowMs));
    }
    bench.measured('privateShellSlow', median(slow.map((ms, round) => ms - (fast[round] ?? 0))));
    bench.say(
      `With a platform that answers after ${slowMs} ms: ${median(slow).toFixed(2)} ms; with a fast one at the same ` +
        `rate: ${median(fast).toFixed(2)} ms`,
    );
    await bare.stop();
    await stop();
  },
};
