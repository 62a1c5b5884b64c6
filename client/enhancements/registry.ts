/**
 * Enhancements of server-rendered markup that need little script and no React. An element names one in `data-enhance`
 * and its wake time in `data-when`, like an island.
 */
export const enhancements = {
  account: () => import('../account/hydrate-account.tsx').then((module) => module.startAccount),
  'site-menu': () => import('./site-menu.ts').then((module) => module.enhanceSiteMenu),
  'visitors-only': () => import('./visitors-only.ts').then((module) => module.leaveVisitorsPage),
  'results-filter': () => import('./results-filter.ts').then((module) => module.enhanceResultsFilter),
} satisfies Record<string, () => Promise<(element: HTMLElement) => void>>;

export type EnhancementName = keyof typeof enhancements;
