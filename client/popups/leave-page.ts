let isLeaving = false;

/** Opens another page. This page stays visible until the other page has arrived, but opens no popup in the meantime. */
export function leavePage(href: string): void {
  isLeaving = true;
  // Allow popups again if the browser restores this page from its back-forward cache.
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
  location.assign(href);
}

export const isLeavingPage = (): boolean => isLeaving;
