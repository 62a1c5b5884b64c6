import type { Scenario } from '../bench.ts';
import { login, ok, openedSession, profile, startCallSite } from '../call-site.ts';
import { weigh, weighAccount, weighPopups } from '../weight.ts';

const { authToken: _token, ...userData } = openedSession.data.userData;

/** Measures the size of the scripts and styles of the home page, the popups and the account area. */
export const weights: Scenario = {
  name: 'weights',
  budgets: [
    'scriptBeforeWake',
    'scriptWithoutInteraction',
    'styles',
    'popupChunk',
    'popupShared',
    'accountFirstLoad',
  ],
  async run(bench) {
    const { site, stop } = await startCallSite(bench, {
      '/api/v1/accounts/login': openedSession,
      '/api/v1/accounts/autoLogin': ok({ userData, notificationCount: 2 }),
      '/api/v1/accounts/getUserProfile': profile,
    });
    const { weight, scripts } = await weigh(`${site.origin}/`);
    const accountFirstLoad = await weighAccount(
      `${site.origin}/my-accounts`,
      `auth_user=1; ${await login(site.port)}`,
    );
    await stop();
    const all = { ...weight, ...weighPopups(scripts), accountFirstLoad };
    for (const [name, bytes] of Object.entries(all)) bench.measured(name, bytes / 1000);
  },
};
