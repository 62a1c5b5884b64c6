import { pathAfterForm, sameSitePath } from '../../shared/domain/same-site-path.ts';
import { returnPath } from '../stores/return-path.ts';

/**
 * Returns the path to open after a form. The first choice is the `to` parameter of the URL. The second choice is the
 * page on which the visitor picked numbers. The last choice is the page that the form declares.
 * @param declared path without the language; null for the home page
 */
export function continueAt(langPrefix: string, declared: string | null = null): string {
  const to = sameSitePath(new URLSearchParams(location.search).get('to'));
  return pathAfterForm(to ?? returnPath(), langPrefix, declared);
}
