import type { ReactElement } from 'react';
import {
  createStaticHandler,
  createStaticRouter,
  type LoaderFunctionArgs,
  type StaticHandler,
  StaticRouterProvider,
} from 'react-router-dom';
import type { AccountInput } from '../../shared/pages/account.ts';
import type { AccountRouteName } from '../../shared/pages/account-routes.ts';
import { callResultOf } from '../api/call-api.ts';
import { serialiseProps } from '../islands/serialise-props.ts';
import { type AccountFrame, accountFrame } from './account-frame.ts';
import { loadFormParts } from './forms/late-forms.ts';
import { type AccountState, accountHydration } from './hydration.ts';
import { routeObjects } from './routes.tsx';
import { type Screen, type ScreenData, type ScreenRequest, screenRequest } from './screen.ts';
import { screens } from './screens.ts';
import { loadSessionLine } from './session-line.ts';

export interface AccountApp {
  element: ReactElement;
  /** Prefix for the ids of `useId`. Server and browser must use the same prefix. */
  identifierPrefix: string;
  /** Resolves to a script element with the hydration data after the screen's data has arrived. */
  data: Promise<string>;
}

/** The data of one request. The loaders of the routes return it. */
interface RequestData extends ScreenData {
  frame: AccountFrame;
}

interface PreparedRoute {
  screen: Screen;
  handler: StaticHandler;
}

const prepared = new Map<string, PreparedRoute>();

/**
 * Creates the router's handler once for each route and language, because creating a handler takes longer than rendering
 * the page without its data.
 */
async function prepareRoute(name: AccountRouteName, langPrefix: string): Promise<PreparedRoute> {
  const key = `${langPrefix} ${name}`;
  const known = prepared.get(key);
  if (known) return known;
  // Load the script of all forms in advance, so that no form is suspended while the server renders it.
  const [screen] = await Promise.all([screens[name](), loadFormParts()]);
  const routes = routeObjects(
    { name, screen },
    {
      frame: ({ context }: LoaderFunctionArgs<RequestData>) => context.frame,
      screen: (_ready, { context }: LoaderFunctionArgs<RequestData>) => ({ answer: context.answer }),
    },
  );
  const made = { screen, handler: createStaticHandler(routes, { basename: langPrefix || '/' }) };
  prepared.set(key, made);
  return made;
}

/** Creates the account area for one request. The frame can be rendered before the screen's data has arrived. */
export async function createAccountApp(input: AccountInput): Promise<AccountApp> {
  const { route, path, wording, submitted, notice, shownSessionSeconds } = input;
  const { langPrefix } = wording;
  const { screen, handler } = await prepareRoute(route, langPrefix);
  const search = new URLSearchParams(input.query);
  search.delete('whole');
  const address = new URL(langPrefix + path, 'http://site.invalid');
  address.search = search.toString();
  const call: ScreenRequest['call'] = async (name, data) => callResultOf(await input.call(name, data));
  const request = screenRequest(route, address, { wording, call, submitted });
  const answer = screen.load(request);
  // Attach a handler before the next `await`, because Node ends the process for an unhandled rejection. The router
  // handles the rejection, but only later.
  answer.catch(() => undefined);
  const sessionLine =
    shownSessionSeconds === null ? null : await loadSessionLine(shownSessionSeconds, wording, call);
  const frame = accountFrame(wording, { notice, sessionLine });
  const requestContext: RequestData = { frame, answer };
  const context = await handler.query(new Request(address), { requestContext });
  if (context instanceof Response) throw new Error(`the account routes answered ${context.status}`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return {
    element: <StaticRouterProvider router={router} context={context} hydrate={false} />,
    identifierPrefix: accountHydration.identifierPrefix,
    data: answer.then((settled) => {
      const state: AccountState = { frame, query: request.query, answer: settled };
      return `<script type="application/json" id="${accountHydration.dataId}">${serialiseProps(state)}</script>`;
    }),
  };
}
