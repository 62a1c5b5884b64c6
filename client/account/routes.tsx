import {
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router-dom';
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

/** The requested route, whose screen has already been loaded. */
export interface ReadyRoute {
  name: AccountRouteName;
  screen: Screen;
}

/** The functions that load the data of the routes. Server and browser pass different functions. */
export interface RouteLoaders {
  frame: (request: LoaderFunctionArgs) => AccountFrame;
  screen: (
    ready: ReadyRoute,
    request: LoaderFunctionArgs,
  ) => Pick<ScreenData, 'answer'> | Promise<Pick<ScreenData, 'answer'>>;
  /**
   * Whether the current screen loads its data again when the same URL is opened again. Only the browser passes this
   * function.
   */
  isReloaded?: () => boolean;
}

/** Loader data of a route whose screen is not loaded yet. The loader also loads the component of the screen. */
type LaterData = Pick<ScreenData, 'answer'> & Pick<Screen, 'Component'>;

function LaterScreen() {
  const { Component } = useLoaderData<LaterData>();
  return <Component />;
}

/**
 * Returns the router's routes.
 * @param ready the requested route; the browser loads all other screens when they are opened
 */
export function routeObjects(ready: ReadyRoute, load: RouteLoaders): RouteObject[] {
  const loaded = (route: ReadyRoute): RouteObject => ({
    loader: (request) => load.screen(route, request),
    Component: route.screen.Component,
  });
  // The loader imports the screen. The router's `lazy` is not used, because a rejected `lazy` renders an empty page
  // instead of the error boundary, and the router never tries again.
  const later = (name: AccountRouteName): RouteObject => ({
    async loader(request): Promise<LaterData> {
      const screen = await screens[name]();
      const { answer } = await load.screen({ name, screen }, request);
      return { answer, Component: screen.Component };
    },
    Component: LaterScreen,
  });
  const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
    const isSameAddress = currentUrl.pathname + currentUrl.search === nextUrl.pathname + nextUrl.search;
    return defaultShouldRevalidate && (!isSameAddress || (load.isReloaded?.() ?? true));
  };
  return [
    {
      id: frameRoute,
      loader: load.frame,
      // Do not load the frame again, because it never changes.
      shouldRevalidate: () => false,
      Component: AccountRoot,
      children: accountRouteNames.map((name) =>
        Object.assign(
          { id: name, path: accountRoutes[name].path, ErrorBoundary: ScreenFailed, shouldRevalidate },
          name === ready.name ? loaded(ready) : later(name),
        ),
      ),
    },
  ];
}
