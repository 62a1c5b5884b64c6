import type { Scenario } from '../bench.ts';
import { buyRound, clients, nextPurchase, openMarket, type Purchase, type Round } from '../market.ts';
import { openMarketSite } from '../market-site.ts';
import { median } from '../statistics.ts';
import { postRequest } from '../wire.ts';

const tickets = 10_000;
const rounds = 3;

/**
 * Buys tickets in two kinds of rounds: through the site, and directly from the platform. The rounds alternate, so that
 * other load on the machine affects both kinds equally. The site, the platform, PostgreSQL and the clients share the
 * processors.
 */
export const sitePurchases: Scenario = {
  name: 'sitePurchases',
  budgets: ['sitePurchases'],
  async run(bench) {
    const market = await openMarket(bench, 'site-purchases', tickets);
    const { site, cookieOf } = await openMarketSite(bench, market);
    const cookies = new Map(market.shop.tokens.map((token) => [token, cookieOf(token)]));
    const headersOf = (token: string) => ({
      host: `127.0.0.1:${site.port}`,
      origin: site.origin,
      cookie: cookies.get(token) ?? '',
    });
    const requestOf = ({ name, data, token }: Purchase) =>
      postRequest(`/api/${name}`, headersOf(token), JSON.stringify({ data }));
    // Check the body of one purchase, because the rounds check only the status.
    const { name, data, token } = nextPurchase(market);
    const answer = await fetch(`${site.origin}/api/${name}`, {
      method: 'POST',
      headers: { ...headersOf(token), 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    const text = await answer.text();
    if (!text.startsWith('{"success":true')) throw new Error(`the site answered ${text.slice(0, 200)}`);

    const through = () => buyRound(market, site.port, requestOf);
    // Warm up, because the first purchases run unoptimised code.
    await buyRound(market);
    await through();
    const measured: Record<'direct' | 'site', Round>[] = [];
    for (let at = 0; at < rounds; at++)
      measured.push({ direct: await buyRound(market), site: await through() });
    const rateOf = (of: 'direct' | 'site') => median(measured.map((one) => one[of].perSecond));
    bench.measured('sitePurchases', median(measured.map((one) => one.site.perSecond / one.direct.perSecond)));
    bench.say(
      `Purchases from ${clients} clients: ${rateOf('site').toFixed(0)} a second through the site, ` +
        `${rateOf('direct').toFixed(0)} from the platform itself; through the site ` +
        `${median(measured.flatMap((one) => one.site.latenciesMs)).toFixed(1)} ms (half)`,
    );
    await site.stop();
    await market.platform.stop();
  },
};
