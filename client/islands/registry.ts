import type { ComponentProps } from 'react';

/** All components that hydrate, by their name in the document. Each one is a separate chunk. */
export const islands = {
  countdown: () => import('./countdown/Countdown.tsx').then((module) => module.Countdown),
  form: () => import('./form/FormIsland.tsx').then((module) => module.FormIsland),
  'hero-draw': () => import('./hero-draw/HeroDraw.tsx').then((module) => module.HeroDraw),
  'hero-result': () => import('./hero-result/HeroResult.tsx').then((module) => module.HeroResult),
  'latest-results': () => import('./latest-results/LatestResults.tsx').then((module) => module.LatestResults),
  'upcoming-draws': () => import('./upcoming-draws/UpcomingDraws.tsx').then((module) => module.UpcomingDraws),
};

export type IslandName = keyof typeof islands;
/** The names of the components that take exactly these props. */
export type IslandNameOf<Props> = {
  [Name in IslandName]: ComponentProps<Awaited<ReturnType<(typeof islands)[Name]>>> extends Props
    ? Name
    : never;
}[IslandName];

/** When an island hydrates: at once, near the viewport, when the browser is idle, or on the first interaction. */
export type WakeTime = 'load' | 'visible' | 'idle' | 'interaction';
