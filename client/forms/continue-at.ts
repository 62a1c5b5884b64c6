import { sameSitePath } from '../../shared/domain/same-site-path.ts';

/** The page to open after a login: the `to` parameter of the URL, else the home page. */
export function continueAt(langPrefix: string): string {
  return sameSitePath(new URLSearchParams(location.search).get('to')) ?? (langPrefix || '/');
}
