import type { Scenario } from '../bench.ts';
import { openedSession, startCallSite } from '../call-site.ts';
import { compare, ratio, spoken } from '../load.ts';
import { formRequest } from '../wire.ts';

const plan = { connections: 50, warmUp: 40_000 };

/**
 * Measures the login form, which a browser without script posts. The site checks the fields, makes the call, seals the
 * session and redirects with 303. The baseline is a bare Fastify route that makes the same call.
 */
export const formPost: Scenario = {
  name: 'formPost',
  budgets: ['formPost'],
  async run(bench) {
    const { site, platformUrl, stop } = await startCallSite(bench, {
      '/api/v1/accounts/login': openedSession,
    });
    const bare = await bench.run<{ port: number }>('bench/bare-routes.ts', [platformUrl], {});
    const host = `127.0.0.1:${site.port}`;
    const asBrowser = {
      host,
      origin: `http://${host}`,
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    };
    const fields = new URLSearchParams({ username: 'asha', password: 'Correct-Horse-9' });
    const requests = [formRequest('/login', asBrowser, fields)];
    const expected = [303];
    const targets = [
      { name: 'site', ...site, requests, expected },
      { name: 'bare', port: bare.said.port, pid: bare.pid, requests, expected },
    ];
    const rounds = await compare(targets, plan);
    bench.measured('formPost', ratio(rounds, 'site', 'bare'));
    bench.say(`A page form's POST: ${spoken(rounds)}`);
    await bare.stop();
    await stop();
  },
};
