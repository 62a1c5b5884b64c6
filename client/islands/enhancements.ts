/**
 * Elements that need a little script and no React: the server's markup works by itself and is made better.
 * An element asks for one by `data-enhance` and says when by `data-when`, as an island does.
 */
export const enhancements = {
  'site-menu': () => import('./site-menu/site-menu.ts').then((module) => module.enhanceSiteMenu),
  'results-filter': () =>
    import('./results-filter/results-filter.ts').then((module) => module.enhanceResultsFilter),
} satisfies Record<string, () => Promise<(element: HTMLElement) => void>>;

export type EnhancementName = keyof typeof enhancements;
