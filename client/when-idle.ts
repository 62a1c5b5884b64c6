/** Calls the function when the browser is idle, and after 3 s at the latest. */
export function whenIdle(act: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 3000 });
  else setTimeout(act, 500);
}
