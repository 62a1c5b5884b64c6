import type { ComponentType } from 'react';
import { chunk } from './chunk.ts';
import { enhancements } from './enhancements/registry.ts';
import { islands } from './islands/registry.ts';

/** Distance from the viewport at which an element hydrates, so that it is ready when it is scrolled into view. */
const nearby = '300px';

const isComponent = (value: unknown): value is ComponentType<object> => typeof value === 'function';

const loadHydration = chunk(
  () => import('./islands/hydrate.tsx'),
  (module) => module.hydrateIsland,
);

async function wakeIsland(element: HTMLElement): Promise<void> {
  const { island = '', key = '' } = element.dataset;
  const loaders: Record<string, (() => Promise<unknown>) | undefined> = islands;
  const [hydrateIsland, component] = await Promise.all([loadHydration(), loaders[island]?.()]);
  if (!isComponent(component)) throw new Error(`There is no island "${island}"`);
  const props: object = JSON.parse(element.nextElementSibling?.textContent ?? '');
  await hydrateIsland(element, component, props, key);
}

async function wakeEnhancement(element: HTMLElement): Promise<void> {
  const { enhance = '' } = element.dataset;
  const loaders: Record<string, (() => Promise<(element: HTMLElement) => void>) | undefined> = enhancements;
  const make = await loaders[enhance]?.();
  if (!make) throw new Error(`There is no enhancement "${enhance}"`);
  make(element);
}

/** Calls an element's `wake` once it is near the viewport. */
function whenVisible(): (element: HTMLElement, wake: () => void) => void {
  const waiting = new Map<Element, () => void>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        waiting.get(target)?.();
      }
    },
    { rootMargin: nearby },
  );
  return (element, wake) => {
    // The wrapper can have no box (display: contents), so its first child is observed.
    const box = element.firstElementChild ?? element;
    waiting.set(box, wake);
    observer.observe(box);
  };
}

const whenIdle = (wake: () => void): void => {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(wake, { timeout: 3000 });
  else setTimeout(wake, 500);
};

/** Controls whose clicks are held until hydration: buttons that work only after it, and controls with `data-hold`. */
const holdable = 'button[type="button"], [data-hold]';

/** Wakes the element on the first interaction. A click that needs the script is repeated after hydration. */
function whenUsed(element: HTMLElement, wake: () => Promise<void>): void {
  const signs = ['pointerdown', 'focusin', 'click'] as const;
  let waking: Promise<void> | undefined;
  let held: HTMLElement | null = null;
  const use = (event: Event) => {
    if (event instanceof MouseEvent && event.type === 'click' && isPlainClick(event)) {
      const control = event.target instanceof Element ? event.target.closest<HTMLElement>(holdable) : null;
      if (control && element.contains(control)) {
        event.preventDefault();
        event.stopPropagation();
        held = control;
      }
    }
    waking ??= wake().finally(() => {
      for (const sign of signs) element.removeEventListener(sign, use, true);
      // Also repeat the click if the script failed to load: a click on a link then opens the link.
      if (held?.isConnected) held.click();
    });
  };
  for (const sign of signs) element.addEventListener(sign, use, true);
}

/** Returns whether the click opens the target in this tab: not in another tab or window, and without a context menu. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Wakes every island and enhanced element of the document at the wake time that it declares. */
export function wakeIslands(): void {
  const visible = whenVisible();
  for (const element of document.querySelectorAll<HTMLElement>('[data-island], [data-enhance]')) {
    const wake = async () => {
      // Report a failure and continue, because the document works without script. A new build may have removed the
      // chunk, or the network may have failed.
      try {
        await (element.dataset.island ? wakeIsland(element) : wakeEnhancement(element));
        element.dataset.awake = '';
      } catch (error) {
        reportError(error);
      }
    };
    const { when } = element.dataset;
    if (when === 'visible') visible(element, () => void wake());
    else if (when === 'idle') whenIdle(() => void wake());
    else if (when === 'interaction') whenUsed(element, wake);
    else void wake();
  }
}
