import type { Profile } from '../contract/profile.ts';
import type { Translate } from '../translate.ts';

/** The frame of the account area: the same for every player. The app is streamed into its place. */
export interface AccountPage {
  kind: 'account';
}

/** Marks the place of the app in the HTML of the frame. */
export const accountPlace = '<!--account-->';

/** How the call for the profile ended. */
export type ProfileOutcome =
  | { kind: 'profile'; profile: Profile; stateName: string | null }
  | { kind: 'expired' }
  /** `text` is the message in the page's language. */
  | { kind: 'failed'; text: string };

/** The input of the server's rendering of the account area. */
export interface AccountInput {
  /** Path with its language prefix. */
  path: string;
  langPrefix: string;
  /** BCP 47, for dates and names of countries. */
  locale: string;
  t: Translate;
  /** Never rejects. */
  profile: Promise<ProfileOutcome>;
}
