import { pathAfterForm, sameSitePath } from '../../shared/domain/same-site-path.ts';
import { returnPath } from '../stores/return-path.ts';

/**
 * The page to open after a form: the `to` parameter of the URL, else the page on which the visitor picked numbers, else
 * the page that the form declares.
 * @param declared without the language; null for the home page
 */
export function continueAt(langPrefix: string, declared: string | null = null): string {
  const to = sameSitePath(new URLSearchParams(location.search).get('to'));
  return pathAfterForm(to ?? returnPath(), langPrefix, declared);
}
