import type { AccountFrame } from './account-frame.ts';
import type { ScreenAnswer } from './screen.ts';

/** Constants shared by the server's rendering and the browser's hydration. */
export const accountHydration = { identifierPrefix: 'account', dataId: 'account-data' };

/** The JSON in the script element with the id `dataId`. */
export interface AccountState {
  frame: AccountFrame;
  answer: ScreenAnswer;
}
