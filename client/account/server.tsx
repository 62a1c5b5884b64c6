import type { ReactElement } from 'react';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { AccountInput } from '../../shared/pages/account.ts';
import { resultOf } from '../api/call-api.ts';
import { serialiseProps } from '../islands/serialise-props.ts';
import { accountFrame } from './account-frame.ts';
import { type AccountState, accountHydration } from './hydration.ts';
import { routeObjects } from './routes.tsx';
import { type ScreenRequest, screenRequest } from './screen.ts';
import { screens } from './screens.ts';

export interface AccountApp {
  element: ReactElement;
  /** Prefix for the ids of `useId`. Server and browser must use the same prefix. */
  identifierPrefix: string;
  /** Resolves to a script element with the hydration data after the screen's data has arrived. */
  data: Promise<string>;
}

/** Creates the account area for one request. The frame can be rendered before the screen's data has arrived. */
export async function createAccountApp(input: AccountInput): Promise<AccountApp> {
  const { route, path, wording, submitted, notice } = input;
  const { langPrefix } = wording;
  const screen = await screens[route]();
  const search = new URLSearchParams(input.query);
  search.delete('whole');
  const address = new URL(langPrefix + path, 'http://site.invalid');
  address.search = search.toString();
  const frame = accountFrame(wording, notice);
  const call: ScreenRequest['call'] = async (name, data) => resultOf(await input.call(name, data));
  const answer = screen.load(screenRequest(route, address, { wording, call, submitted }));
  const routes = routeObjects({ name: route, screen }, frame, () => ({ answer }));
  const handler = createStaticHandler(routes, { basename: langPrefix || '/' });
  const context = await handler.query(new Request(address));
  if (context instanceof Response) throw new Error(`the account routes answered ${context.status}`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return {
    element: <StaticRouterProvider router={router} context={context} hydrate={false} />,
    identifierPrefix: accountHydration.identifierPrefix,
    data: answer.then((settled) => {
      const state: AccountState = { frame, answer: settled };
      return `<script type="application/json" id="${accountHydration.dataId}">${serialiseProps(state)}</script>`;
    }),
  };
}
