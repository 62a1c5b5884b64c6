import { sameSitePath } from '../../shared/domain/same-site-path.ts';

/** Where a player who has logged in continues: at `to` of the address, else at the home page. */
export function continueAt(langPrefix: string): string {
  return sameSitePath(new URLSearchParams(location.search).get('to')) ?? (langPrefix || '/');
}
