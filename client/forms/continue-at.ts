import { sameSitePath } from '../../shared/domain/same-site-path.ts';

/** The page that opens after a login: `to` of the address, else the home page. */
export function continueAt(langPrefix: string): string {
  return sameSitePath(new URLSearchParams(location.search).get('to')) ?? (langPrefix || '/');
}
