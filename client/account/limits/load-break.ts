import type { PlayerLimits } from '../../../shared/contract/limits.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { formatMoment } from '../../ui/format-moment.ts';
import type { ScreenRequest } from '../screen.ts';

export interface BreakView {
  text: string | null;
  link: string;
}

/** Loads the banner about a running time-out. Without an answer there is no banner, so that the screen still opens. */
export async function loadBreak({ call, wording }: ScreenRequest): Promise<BreakView> {
  const result = await call('limits/get', {});
  return {
    text: result.kind === 'ok' ? timeOutText(result.data, wording) : null,
    link: wording.t('account.page.limits'),
  };
}

/** Returns the text of the banner that all screens about money show during a time-out, or null. */
export function timeOutText({ timeOut }: PlayerLimits, wording: AccountWording): string | null {
  return (
    timeOut && wording.t('account.limits.time_out_running', { until: formatMoment(timeOut.endsAt, wording) })
  );
}
