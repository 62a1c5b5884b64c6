import type { ComponentType } from 'react';
import { chunk } from './chunk.ts';
import { enhancements } from './enhancements/registry.ts';
import { islands } from './islands/registry.ts';
import { whenIdle } from './when-idle.ts';
import { whenUsed } from './when-used.ts';

/** An element hydrates at this distance from the viewport, so that it works when the user scrolls to it. */
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

/**
 * Returns a function that registers an element and its `wake` callback. The callback runs when the element comes near
 * the viewport.
 */
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
    // Observe the first child, because the wrapper has no box if its style is `display: contents`.
    const box = element.firstElementChild ?? element;
    waiting.set(box, wake);
    observer.observe(box);
  };
}

/**
 * Loads the script of every island and enhanced element of the document, at the time that `data-when` declares. On a
 * streamed page, this function may run before the browser has parsed the whole document. It therefore searches the
 * document again at the end of parsing.
 */
export function wakeIslands(): void {
  const visible = whenVisible();
  const known = new Set<Element>();
  const wakeAll = () => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-island], [data-enhance]')) {
      if (known.has(element)) continue;
      known.add(element);
      const wake = async () => {
        // Report a failed load and continue, because the document works without script. Loading fails if a new build
        // has removed the chunk, or if the network fails.
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
  };
  wakeAll();
  document.addEventListener('DOMContentLoaded', wakeAll);
}
