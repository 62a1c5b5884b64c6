import type { Profile } from '../contract/profile.ts';
import type { Translate } from '../translate.ts';

/** The frame of the account area, which is the same for every player. The app is streamed into it. */
export interface AccountPage {
  kind: 'account';
}

/** The server replaces this marker in the frame's HTML with the app. */
export const accountPlace = '<!--account-->';

/** The outcome of the call that reads the profile. */
export type ProfileOutcome =
  | { kind: 'profile'; profile: Profile; stateName: string | null }
  | { kind: 'expired' }
  /** `text` is the message in the page's language. */
  | { kind: 'failed'; text: string };

/** The input for rendering the account area on the server. */
export interface AccountInput {
  /** Path with its language prefix. */
  path: string;
  langPrefix: string;
  /** BCP 47 tag, for dates and names of countries. */
  locale: string;
  t: Translate;
  /** This promise never rejects. */
  profile: Promise<ProfileOutcome>;
}
