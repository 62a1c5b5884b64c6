import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { accountRouteNames } from '../../shared/pages/account-routes.ts';
import { announce, sessionExpired } from '../api/announcements.ts';
import { callWith } from '../api/call-api.ts';
import { chunk } from '../chunk.ts';
import { hideLoader, showLoaderSoon } from '../enhancements/loader.ts';
import { frameRoute } from './account-frame.ts';
import { type AccountState, accountHydration } from './hydration.ts';
import { type ReadyRoute, routeObjects } from './routes.tsx';
import { screenRequest } from './screen.ts';
import { screens } from './screens.ts';

/** The first page needs no texts from the browser, so this chunk with the translation library is loaded later. */
const loadWording = chunk(
  () => import('./browser-wording.ts'),
  (module) => module.browserWording,
);

/** Hydrates the account area once its document, including the streamed data, has arrived. */
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
  // The connection closed before the data arrived, so the page stays as the server rendered it.
  if (!text) return;
  const { frame, answer }: AccountState = JSON.parse(text);
  const load = async ({ name, screen }: ReadyRoute, address: URL) => {
    const browserWording = await loadWording();
    const wording = await browserWording(frame.langPrefix);
    return { answer: await screen.load(screenRequest(name, address, { wording, call: callWith })) };
  };
  const router = createBrowserRouter(routeObjects(ready, frame, load), {
    basename: frame.langPrefix || '/',
    hydrationData: { loaderData: { [frameRoute]: frame, [ready.name]: { answer } } },
  });
  router.subscribe(({ navigation }) => (navigation.state === 'idle' ? hideLoader() : showLoaderSoon()));
  hydrateRoot(element, <RouterProvider router={router} />, {
    identifierPrefix: accountHydration.identifierPrefix,
    // React repaired a hydration mismatch, which is a bug: report it.
    onRecoverableError: (error) => reportError(error),
  });
  if (answer.kind === 'expired') announce(sessionExpired);
  // Load the data again, because the back-forward cache can restore the page of a player who has logged out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void router.revalidate();
  });
}
