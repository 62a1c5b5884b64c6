import type { PlayerLimits } from '../../../shared/contract/limits.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { formatMoment } from '../../ui/format-moment.ts';
import type { ScreenAnswer, ScreenRequest } from '../screen.ts';

export interface BreakView {
  text: string | null;
  link: string;
}

/** Loads the banner about a running time-out. If the call fails, the screen opens without the banner. */
export async function loadBreak({ call, wording }: ScreenRequest): Promise<BreakView> {
  const result = await call('limits/get', {});
  return {
    text: result.kind === 'ok' ? timeOutText(result.data, wording) : null,
    link: wording.t('account.page.limits'),
  };
}

/** Adds the banner about a running time-out to the view of a screen. */
export function withBreak<View extends object>(
  load: (request: ScreenRequest) => Promise<ScreenAnswer<View>>,
) {
  return async (request: ScreenRequest): Promise<ScreenAnswer<View & { pause: BreakView }>> => {
    const [answer, pause] = await Promise.all([load(request), loadBreak(request)]);
    return answer.kind === 'shown' ? { kind: 'shown', view: { ...answer.view, pause } } : answer;
  };
}

/**
 * Returns the text of the banner about a running time-out; null if none is running. The profile and all screens about
 * money show this banner.
 */
export function timeOutText({ timeOut }: PlayerLimits, wording: AccountWording): string | null {
  return (
    timeOut && wording.t('account.limits.time_out_running', { until: formatMoment(timeOut.endsAt, wording) })
  );
}
