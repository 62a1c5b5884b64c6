import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { type AccountState, accountHydration } from './hydration.ts';
import { loadProfile } from './load-profile.ts';
import { type AccountLoaderData, accountRoutes } from './routes.tsx';

/** Hydrates the account area once its document, including the streamed data, has arrived. */
export function startAccount(element: HTMLElement): void {
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => hydrateAccount(element), { once: true });
  else hydrateAccount(element);
}

function hydrateAccount(element: HTMLElement): void {
  const text = document.getElementById(accountHydration.dataId)?.textContent;
  // The connection closed before the data arrived, so the page stays as the server rendered it.
  if (!text) return;
  const { frame, answer }: AccountState = JSON.parse(text);
  const routes = accountRoutes({ frame: () => frame, profile: loadProfile });
  const loaderData: AccountLoaderData = { account: frame, profile: { answer } };
  const router = createBrowserRouter(routes, {
    basename: frame.langPrefix || '/',
    hydrationData: { loaderData: { ...loaderData } },
  });
  hydrateRoot(element, <RouterProvider router={router} />, {
    identifierPrefix: accountHydration.identifierPrefix,
    // React repaired a hydration mismatch, which is a bug: report it.
    onRecoverableError: (error) => reportError(error),
  });
  // Load the data again, because the back-forward cache can restore the page of a player who has logged out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void router.revalidate();
  });
}
