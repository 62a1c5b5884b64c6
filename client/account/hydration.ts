import type { AccountFrame } from './account-frame.ts';
import type { ScreenAnswer, ScreenRequest } from './screen.ts';

/** Constants shared by the server's rendering and the browser's hydration. */
export const accountHydration = { identifierPrefix: 'account', dataId: 'account-data' };

/** The JSON in the script element with the id `dataId`. */
export interface AccountState {
  frame: AccountFrame;
  /** The parameters of the URL for which the server has loaded the screen. */
  query: ScreenRequest['query'];
  answer: ScreenAnswer;
}
