import type { RouteObject } from 'react-router-dom';
import {
  type AccountRouteName,
  accountRouteNames,
  accountRoutes,
} from '../../shared/pages/account-routes.ts';
import { AccountRoot } from './AccountRoot.tsx';
import { type AccountFrame, frameRoute } from './account-frame.ts';
import { ScreenFailed } from './ScreenContent.tsx';
import type { Screen, ScreenData } from './screen.ts';
import { screens } from './screens.ts';

/** A route whose screen is loaded already. */
export interface ReadyRoute {
  name: AccountRouteName;
  screen: Screen;
}

type LoadScreen = (
  ready: ReadyRoute,
  address: URL,
) => Pick<ScreenData, 'answer'> | Promise<Pick<ScreenData, 'answer'>>;

/**
 * Returns the router's routes. Server and browser each pass their own `load`.
 * @param ready the requested route; the browser loads all other screens when they are opened
 */
export function routeObjects(ready: ReadyRoute, frame: AccountFrame, load: LoadScreen): RouteObject[] {
  const loaded = (route: ReadyRoute) => ({
    loader: ({ request }: { request: Request }) => load(route, new URL(request.url)),
    Component: route.screen.Component,
  });
  return [
    {
      id: frameRoute,
      loader: () => frame,
      // Do not load the frame again, because it never changes.
      shouldRevalidate: () => false,
      Component: AccountRoot,
      children: accountRouteNames.map((name) =>
        Object.assign(
          { id: name, path: accountRoutes[name].path, ErrorBoundary: ScreenFailed },
          name === ready.name
            ? loaded(ready)
            : { lazy: async () => loaded({ name, screen: await screens[name]() }) },
        ),
      ),
    },
  ];
}
