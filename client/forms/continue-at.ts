import { pathAfterForm } from '../../shared/domain/same-site-path.ts';

/**
 * The page to open after a form: the `to` parameter of the URL, else the page that the form declares.
 * @param declared without the language; null for the home page
 */
export function continueAt(langPrefix: string, declared: string | null = null): string {
  return pathAfterForm(new URLSearchParams(location.search).get('to'), langPrefix, declared);
}
