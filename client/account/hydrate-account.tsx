import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type LoaderFunctionArgs, RouterProvider } from 'react-router-dom';
import { type AccountRouteName, accountRouteNames, screenQuery } from '../../shared/pages/account-routes.ts';
import { announce, sessionExpired } from '../api/announcements.ts';
import { callWith } from '../api/call-api.ts';
import { chunk } from '../chunk.ts';
import { hideLoader, showLoaderSoon } from '../enhancements/loader.ts';
import { frameRoute } from './account-frame.ts';
import { type AccountState, accountHydration } from './hydration.ts';
import { type ReadyRoute, routeObjects } from './routes.tsx';
import { screenRequest } from './screen.ts';
import { screens } from './screens.ts';

/**
 * Loads the chunk with the translation library, the texts and the formats. It is loaded only when the browser loads data
 * for a screen, because the server has already formatted the texts of the first screen.
 */
const loadWording = chunk(
  () => import('./browser-wording.ts'),
  (module) => module.browserWording,
);

/** Hydrates the account area after the whole document has arrived, including the streamed data. */
export function startAccount(element: HTMLElement): void {
  const name = accountRouteNames.find((each) => each === element.dataset['route']);
  if (!name) throw new Error('the account area names no route');
  // Load the screen while the data is still being streamed.
  const ready = screens[name]().then((screen) => ({ name, screen }));
  const hydrate = () => {
    ready.then((route) => hydrateAccount(element, route)).catch((error: unknown) => reportError(error));
  };
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', hydrate, { once: true });
  else hydrate();
}

function hydrateAccount(element: HTMLElement, ready: ReadyRoute): void {
  const text = document.getElementById(accountHydration.dataId)?.textContent;
  // If the connection closed before the data arrived, the page stays as the server rendered it.
  if (!text) return;
  const { frame, query, answer }: AccountState = JSON.parse(text);
  // Whether the player has already gone back to other parameters, for example to a list without the filter. The browser
  // has then changed only the URL. `popstate` may follow only after the page's `load` event, while the data is loading.
  let isOutdated = queryNow(ready.name) !== String(new URLSearchParams(query));
  const load = async ({ name, screen }: ReadyRoute, { request: { url } }: LoaderFunctionArgs) => {
    const browserWording = await loadWording();
    const wording = await browserWording(frame.langPrefix);
    const request = screenRequest(name, new URL(url), { wording, call: callWith, submitted: null });
    const loaded = await screen.load(request);
    isOutdated = false;
    return { answer: loaded };
  };
  // When the back button closes a popup, the browser opens the same history entry again. The screen must then stay as
  // it is, because a reload could discard the text that the player has typed into a form. This listener must run before
  // the router's listener.
  let isSameEntry = false;
  const noteEntry = ({ state }: PopStateEvent): void => {
    isSameEntry = entryKey(state) === router.state.location.key;
  };
  window.addEventListener('popstate', noteEntry);
  const loaders = { frame: () => frame, screen: load, isReloaded: () => isOutdated || !isSameEntry };
  const router = createBrowserRouter(routeObjects(ready, loaders), {
    basename: frame.langPrefix || '/',
    hydrationData: { loaderData: { [frameRoute]: frame, [ready.name]: { answer } } },
  });
  // The player has already gone back to another screen of the area. The browser has then changed only the URL, so load
  // the page of this URL.
  if (router.state.matches.at(-1)?.route.id !== ready.name) return location.reload();
  // The router has now decided which screens to load, so reset `isSameEntry` for the next navigation.
  window.addEventListener('popstate', () => {
    isSameEntry = false;
  });
  router.subscribe(({ navigation }) => (navigation.state === 'idle' ? hideLoader() : showLoaderSoon()));
  hydrateRoot(element, <RouterProvider router={router} />, {
    identifierPrefix: accountHydration.identifierPrefix,
    // React has repaired a hydration mismatch. Report it, because every mismatch is a bug.
    onRecoverableError: (error) => reportError(error),
  });
  if (answer.kind === 'expired') announce(sessionExpired);
  if (isOutdated) void router.revalidate();
  // Load the data again, because the back-forward cache can restore the page of a player who has logged out in the
  // meantime.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void router.revalidate();
  });
}

/** Returns the screen's parameters in the current URL, for example "kind=deposit". */
function queryNow(name: AccountRouteName): string {
  const given = Object.fromEntries(new URL(location.href).searchParams);
  return String(new URLSearchParams(screenQuery(name, given)));
}

/** Returns the router's key of an entry of the history. The router gives the first entry the key "default". */
function entryKey(state: unknown): string {
  const hasKey = typeof state === 'object' && state !== null && 'key' in state;
  return hasKey && typeof state.key === 'string' ? state.key : 'default';
}
