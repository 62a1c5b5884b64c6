import type { Values } from '../../../shared/forms/form.ts';
import { type FormName, forms } from '../../../shared/forms/forms.ts';
import { freshMail, logIn } from '../../helpers/contact-actions.ts';
import { formSettings } from '../../helpers/form-settings.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { postFiles, postForm } from '../../helpers/page-form.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sampleIdCard, samplePerson } from '../../helpers/sample-documents.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite } from '../../helpers/site.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';

const now = new Date('2026-11-21T12:02:00Z');

/** The message that a form shows after its call has failed or the answer is lost. */
export const technicalText =
  'There is a technical problem on our side. Your request may have been carried out';

/**
 * Starts a platform and a site. The tests use the proxy between them to make the platform fail, or to lose its answers.
 */
export async function startFailingPlatform() {
  const platform = await startPlatform({
    now,
    catalogue: gamesOf('jaldi'),
    config: { siteUrl: 'https://lotto.example', siteLanguages: ['en'] },
  });
  await platform.deps.engine.tick();
  const proxy = await startUpstreamProxy(platform.url);
  const site = await startSite({
    platform: proxy,
    clock: platform.clock,
    warm: false,
    live: false,
    env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '0' },
  });
  /** A player with personal details, who has a second session. */
  const player = await createPlayer(platform);
  await player.call('accounts/updateUserDetails', samplePerson);
  await logIn(platform, player);
  /** A player who meets all conditions of a withdrawal. */
  const winner = await fundedPlayer(platform, {
    funds: { winnings: 900_00 },
    account: { email: freshMail(), emailVerifiedAt: now, kycState: 'approved' },
  });

  const cookieOf = (who: Pick<TestPlayer, 'token'>) => cookieHeader(sessionJar(site, who));

  /** Posts a form without JavaScript. Fields with the control `address` are sent in the query of the URL. */
  async function post(name: FormName, values: Values, who: Pick<TestPlayer, 'token'> = player) {
    const form = forms[name](formSettings());
    const cookie = form.visitorsOnly ? {} : { cookie: cookieOf(who) };
    if (name === 'request-verification') {
      const card = { field: 'identity', content: sampleIdCard() };
      const { status, text, location } = await postFiles(site, form.path, [card], cookie);
      return { status, text, location, cookies: [] };
    }
    const linked = form.fields.filter(({ control }) => control === 'address');
    const query = linked.map((field) => `?${field.name}=${values[field.name]}`).join('');
    const { status, text, headers } = await postForm(site, form.path + query, values, cookie);
    return { status, text, location: headers.location ?? null, cookies: headers['set-cookie'] ?? [] };
  }

  return {
    platform,
    proxy,
    site,
    player,
    winner,
    cookieOf,
    post,
    /** Makes the platform answer again. */
    async reset() {
      proxy.treat(() => 'pass');
      await proxy.up();
    },
    async stop() {
      await site.close();
      await proxy.close();
      await platform.stop();
    },
  };
}

export type FailingPlatform = Awaited<ReturnType<typeof startFailingPlatform>>;
