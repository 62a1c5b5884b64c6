import type { ReactElement } from 'react';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { AccountInput } from '../../shared/pages/account.ts';
import { serialiseProps } from '../islands/serialise-props.ts';
import { accountHydration } from './hydration.ts';
import { profileAnswer } from './profile-view.ts';
import { accountRoutes } from './routes.tsx';
import { type AccountFrame, accountTexts } from './use-account-frame.ts';

export interface AccountApp {
  element: ReactElement;
  /** Prefix for the ids of `useId`. Server and browser must use the same one. */
  identifierPrefix: string;
  /** The hydration data as a script element; resolves when the profile has arrived. */
  data: Promise<string>;
}

/** Creates the account area for one request. The first elements are rendered before the profile has arrived. */
export async function createAccountApp(input: AccountInput): Promise<AccountApp> {
  const { path, langPrefix, t } = input;
  const answer = input.profile.then((outcome) => profileAnswer(outcome, input));
  const frame: AccountFrame = {
    langPrefix,
    loginHref: `${langPrefix}/login?to=${encodeURIComponent(path)}`,
    pageHref: path,
    texts: accountTexts(t),
  };
  const routes = accountRoutes({ frame: () => frame, profile: () => ({ answer }) });
  const handler = createStaticHandler(routes, { basename: langPrefix || '/' });
  const context = await handler.query(new Request(new URL(path, 'http://site.invalid')));
  if (context instanceof Response) throw new Error(`the account routes answered ${context.status}`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return {
    element: <StaticRouterProvider router={router} context={context} hydrate={false} />,
    identifierPrefix: accountHydration.identifierPrefix,
    data: answer.then((settled) => {
      const json = serialiseProps({ frame, answer: settled });
      return `<script type="application/json" id="${accountHydration.dataId}">${json}</script>`;
    }),
  };
}
