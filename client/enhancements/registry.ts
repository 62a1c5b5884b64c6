import { chunk } from '../chunk.ts';

/**
 * Enhancements of server-rendered markup that need little script and no React. An element names its enhancement in
 * `data-enhance`. Like an island, the element declares in `data-when` when its enhancement is loaded.
 */
export const enhancements = {
  account: chunk(
    () => import('../account/hydrate-account.tsx'),
    (module) => module.startAccount,
  ),
  'site-menu': chunk(
    () => import('./site-menu.ts'),
    (module) => module.enhanceSiteMenu,
  ),
  'visitors-only': chunk(
    () => import('./visitors-only.ts'),
    (module) => module.prepareVisitorsPage,
  ),
  'results-filter': chunk(
    () => import('./results-filter.ts'),
    (module) => module.enhanceResultsFilter,
  ),
  translator: chunk(
    () => import('./translator.ts'),
    (module) => module.enhanceTranslator,
  ),
  search: chunk(
    () => import('./search.ts'),
    (module) => module.enhanceSearch,
  ),
  verify: chunk(
    () => import('./verify.ts'),
    (module) => module.enhanceVerify,
  ),
} satisfies Record<string, () => Promise<(element: HTMLElement) => void>>;

export type EnhancementName = keyof typeof enhancements;
