let isLeaving = false;

/** Opens another page. Until it has arrived, this page stays visible, but must not open a popup. */
export function leavePage(href: string): void {
  isLeaving = true;
  // The browser can restore this page from its back-forward cache.
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
  location.assign(href);
}

export const isLeavingPage = (): boolean => isLeaving;
