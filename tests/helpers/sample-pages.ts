import { contentPages } from './sample-content-pages.ts';
import { fairnessPages } from './sample-fairness-pages.ts';
import { gamePages } from './sample-game-pages.ts';
import type { PageOf, SamplePage } from './sample-page-parts.ts';

const error = (reason: PageOf<'error'>['reason']): PageOf<'error'> => ({ kind: 'error', reason });

/**
 * All kinds of pages except the home page. They have typical or extreme content, for example no content, very long
 * content or invalid input.
 */
export const samplePages: SamplePage[] = [
  ...gamePages,
  ...fairnessPages,
  ...contentPages,
  {
    name: 'not found',
    page: error('not-found'),
  },
  { name: 'unavailable', page: error('unavailable') },
  { name: 'bad request', page: error('bad-request') },
  { name: 'busy', page: error('busy') },
  { name: 'maintenance', page: error('maintenance') },
];

/** Returns a sample page by name. @throws if there is none */
export function samplePage(name: string): SamplePage['page'] {
  const found = samplePages.find((sample) => sample.name === name);
  if (!found) throw new Error(`There is no sample page "${name}"`);
  return found.page;
}
