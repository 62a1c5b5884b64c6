import type { ProfileAnswer } from './profile-view.ts';
import type { AccountFrame } from './use-account-frame.ts';

/** Constants shared by the server's rendering and the browser's hydration. */
export const accountHydration = { identifierPrefix: 'account', dataId: 'account-data' };

/** The content of the data element. */
export interface AccountState {
  frame: AccountFrame;
  answer: ProfileAnswer;
}
