import type { AccountWording } from '../../shared/pages/account.ts';
import { formatDuration } from '../ui/format-duration.ts';
import { change, money } from './list/cells.ts';
import type { ScreenRequest } from './screen.ts';

/**
 * Returns a sentence with the duration of the session and its net result. If the platform does not answer, the sentence
 * contains only the duration.
 */
export async function loadSessionLine(
  seconds: number,
  wording: AccountWording,
  call: ScreenRequest['call'],
): Promise<string> {
  const { t, locale } = wording;
  const time = formatDuration(seconds, locale);
  const answer = await call('limits/get', {});
  if (answer.kind !== 'ok') return t('account.session_time', { time });
  const { currencyCode, session } = answer.data;
  const { staked, won } = session;
  return t('account.session_result', {
    time,
    stake: money(staked, currencyCode, wording),
    won: money(won, currencyCode, wording),
    net: change(won - staked, currencyCode, wording),
  });
}
