/** Waits for the next paint, so that the browser shows the effect of an event before long work begins. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
