import type { Bench, Scenario } from '../bench.ts';
import { openMarket } from '../market.ts';
import { openMarketSite } from '../market-site.ts';
import { weigh, weighAccount, weighPopups } from '../weight.ts';

/** Measures the size of the scripts and styles of the home page, the popups and the account area. */
export const weights: Scenario = {
  name: 'weights',
  budgets: [
    'scriptBeforeWake',
    'scriptWithoutInteraction',
    'styles',
    'popupChunk',
    'popupShared',
    'loginPopup',
    'accountFirstLoad',
  ],
  async run(bench) {
    const home = await bench.site();
    const { weight, scripts } = await weigh(`${home.origin}/`);
    await home.stop();
    const screens = await weighScreens(bench);
    const [, accountFirstLoad = Number.NaN] = screens[0] ?? [];
    const named = screens.map(([path, bytes]) => `${path} ${(bytes / 1000).toFixed(1)}`);
    bench.say(`Script of each screen of the account area in kB gzip: ${named.join(', ')}`);
    const all = { ...weight, ...weighPopups(scripts), accountFirstLoad };
    for (const [name, bytes] of Object.entries(all)) bench.measured(name, bytes / 1000);
  },
};

/**
 * Measures the script size of each screen of the account area. A real platform answers the API calls of the screens, so
 * that each screen shows its content.
 */
async function weighScreens(bench: Bench): Promise<[path: string, bytes: number][]> {
  const market = await openMarket(bench, 'weights', 1, { players: 1 });
  const { site, cookieOf } = await openMarketSite(bench, market);
  const [token = ''] = market.shop.tokens;
  const screens = await weighAccount(site.origin, `auth_user=1; ${cookieOf(token)}`);
  await site.stop();
  await market.platform.stop();
  return screens;
}
