import type { ComponentProps } from 'react';
import { chunk } from '../chunk.ts';

/** All components that hydrate, by their name in the document. Each component is a separate chunk. */
export const islands = {
  check: chunk(
    () => import('./check/Check.tsx'),
    (module) => module.Check,
  ),
  countdown: chunk(
    () => import('./countdown/Countdown.tsx'),
    (module) => module.Countdown,
  ),
  form: chunk(
    () => import('./form/FormIsland.tsx'),
    (module) => module.FormIsland,
  ),
  'hero-draw': chunk(
    () => import('./hero-draw/HeroDraw.tsx'),
    (module) => module.HeroDraw,
  ),
  'hero-result': chunk(
    () => import('./hero-result/HeroResult.tsx'),
    (module) => module.HeroResult,
  ),
  'latest-results': chunk(
    () => import('./latest-results/LatestResults.tsx'),
    (module) => module.LatestResults,
  ),
  play: chunk(
    () => import('./play/Play.tsx'),
    (module) => module.Play,
  ),
  'upcoming-draws': chunk(
    () => import('./upcoming-draws/UpcomingDraws.tsx'),
    (module) => module.UpcomingDraws,
  ),
};

export type IslandName = keyof typeof islands;
/** Names of the components that accept exactly these props. */
export type IslandNameOf<Props> = {
  [Name in IslandName]: ComponentProps<Awaited<ReturnType<(typeof islands)[Name]>>> extends Props
    ? Name
    : never;
}[IslandName];

/** When an island hydrates: at once, near the viewport, when the browser is idle, or on the first interaction. */
export type WakeTime = 'load' | 'visible' | 'idle' | 'interaction';
