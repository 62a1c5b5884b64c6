import type { Scenario } from '../bench.ts';
import { login, openedSession, profile, startCallSite } from '../call-site.ts';
import { compare, ratio, spoken } from '../load.ts';
import { paced } from '../paced.ts';
import { percentile } from '../statistics.ts';
import { postRequest } from '../wire.ts';

const plan = { connections: 50, warmUp: 40_000 };
const pace = { perSecond: 200, seconds: 10, connections: 20 };

const call = 'accounts/updateUserDetails';
const data = {
  firstName: 'Asha',
  lastName: 'Rao',
  street: '12 Marine Drive',
  city: 'Mumbai',
  postCode: '400002',
  email_address: 'asha.rao@example.com',
  country_code: '+91',
  mobile_no: '9876543210',
};
const answers = {
  '/api/v1/accounts/login': openedSession,
  [`/api/v1/${call}`]: profile,
};

/**
 * Compares API calls through the site with API calls through a bare @fastify/http-proxy. Both forward to one upstream.
 * Unlike the proxy, the site decrypts the session cookie, checks and signs the body, and checks the answer. The figures
 * are calls per second, and the latency at a steady rate.
 */
export const proxiedCall: Scenario = {
  name: 'proxiedCall',
  budgets: ['proxiedCall', 'proxiedCallAdds'],
  runs: 3,
  async run(bench) {
    const { site, platformUrl, platformPort, stop } = await startCallSite(bench, answers);
    const bare = await bench.run<{ port: number }>('bench/bare-proxy.ts', [platformUrl], {});
    const body = JSON.stringify({ data });
    const host = `127.0.0.1:${site.port}`;
    const asBrowser = {
      host,
      origin: `http://${host}`,
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
      cookie: `auth_user=1; ${await login(site.port)}`,
    };
    const asked = postRequest(`/api/${call}`, asBrowser, body);
    const targets = [
      { name: 'site', ...site, requests: [asked] },
      { name: 'bare', port: bare.said.port, pid: bare.pid, requests: [asked] },
    ];
    const rounds = await compare(targets, plan);
    bench.measured('proxiedCall', ratio(rounds, 'site', 'bare'));
    bench.say(`A player's call: ${spoken(rounds)}`);

    const halfMs = async (port: number, request: string): Promise<number> =>
      percentile((await paced({ ...pace, port, request })).latenciesMs, 0.5);
    const directMs = await halfMs(platformPort, postRequest(`/api/v1/${call}`, asBrowser, body));
    const bareMs = await halfMs(bare.said.port, asked);
    const siteMs = await halfMs(site.port, asked);
    bench.measured('proxiedCallAdds', siteMs - bareMs);
    bench.say(
      `At ${pace.perSecond} calls a second, p50: ${directMs.toFixed(2)} ms by the upstream itself, ` +
        `${bareMs.toFixed(2)} ms through bare http-proxy, ${siteMs.toFixed(2)} ms through the site`,
    );
    await bare.stop();
    await stop();
  },
};
