import type { ScreenRequest } from '../screen.ts';
import { timeOutText } from './limits-view.ts';

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
