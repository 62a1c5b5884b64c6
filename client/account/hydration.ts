import type { ProfileAnswer } from './profile-view.ts';
import type { AccountFrame } from './use-account-frame.ts';

/** Constants shared by the server's rendering and the browser's hydration. */
export const accountHydration = { identifierPrefix: 'account', dataId: 'account-data' };

/** The JSON in the script element with the id `dataId`. */
export interface AccountState {
  frame: AccountFrame;
  answer: ProfileAnswer;
}
