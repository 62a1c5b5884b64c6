import type { ComponentType } from 'react';
import { enhancements } from './enhancements.ts';
import { islands } from './registry.ts';

/** Near enough to the view that it should be awake when it gets there. */
const nearby = '300px';

const isComponent = (value: unknown): value is ComponentType<object> => typeof value === 'function';

async function wakeIsland(element: HTMLElement): Promise<void> {
  const { island = '', key = '' } = element.dataset;
  const loaders: Record<string, (() => Promise<unknown>) | undefined> = islands;
  const [{ hydrateIsland }, component] = await Promise.all([import('./hydrate.tsx'), loaders[island]?.()]);
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

/** Calls `wake` with each element that comes near the view, once. */
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
    // The wrapper may be without a box of its own (display: contents).
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

/** A control that does nothing without its script, or asks that its script answers; links and forms just work. */
const holdable = 'button[type="button"], [data-hold]';

/** Wakes at the first sign of use; a click that only the script can answer is repeated once it is awake. */
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
      // A link that was held leads on even where its script did not come.
      if (held?.isConnected) held.click();
    });
  };
  for (const sign of signs) element.addEventListener(sign, use, true);
}

/** A click that means "here": not one that opens a tab, a window or a menu. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Lets every island and every enhanced element of the document wake up when it says. */
export function wakeIslands(): void {
  const visible = whenVisible();
  for (const element of document.querySelectorAll<HTMLElement>('[data-island], [data-enhance]')) {
    const wake = async () => {
      // A chunk that a newer build has replaced, or a dead network: the document works as it stands.
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
