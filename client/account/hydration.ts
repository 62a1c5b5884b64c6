import type { ProfileAnswer } from './profile-view.ts';
import type { AccountFrame } from './use-account-frame.ts';

/** What the server's rendering and the browser's hydration agree on. */
export const accountHydration = { identifierPrefix: 'account', dataId: 'account-data' };

/** The content of the data element. */
export interface AccountState {
  frame: AccountFrame;
  answer: ProfileAnswer;
}
