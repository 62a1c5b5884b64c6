import type { CallData, CallName } from '../contract/calls.ts';
import type { Answer } from '../contract/envelope.ts';
import type { Form, FormSettings } from '../forms/form.ts';
import type { FormName } from '../forms/forms.ts';
import type { FormState } from '../forms/submit-form.ts';
import type { Translate } from '../translate.ts';
import type { AccountRouteName } from './account-routes.ts';
import type { FormView } from './form.ts';
import type { MoneyFormat } from './frame.ts';

/**
 * The HTML frame of the account area, which is the same for every player. The server streams the player's content into
 * this frame.
 */
export interface AccountPage {
  kind: 'account';
  route: AccountRouteName;
}

/** Marker in the HTML of the account area's frame. The server replaces it with the player's content. */
export const accountPlace = '<!--account-->';

/** Language, formats and configuration with which screens format a player's data. */
export interface AccountWording {
  t: Translate;
  /** Prefix of paths: '' for the default language, otherwise the language, such as '/hi'. */
  langPrefix: string;
  lang: string;
  /** BCP 47 tag of the page's language, for the formats of dates and the names of countries. */
  locale: string;
  timeZone: string;
  moneyFormat: MoneyFormat;
  /** The current day in the site's time zone, YYYY-MM-DD. */
  today: string;
  /** Names of the balances that a wallet shows, in display order. */
  walletBalances: readonly string[];
  /** The payment method that `/deposit` offers first. */
  paymentProviderId: string;
  /** Returns the settings and texts of a form. */
  viewOfForm: (name: FormName) => Promise<FormView>;
  declareForm: (name: FormName, settings: FormSettings) => Promise<Form>;
}

/** The state of a form after a POST without script. */
export interface SubmittedForm {
  name: FormName;
  state: FormState;
}

/** The input for rendering the account area on the server. */
export interface AccountInput {
  route: AccountRouteName;
  /** Path of the page without the language prefix. */
  path: string;
  /** Those query parameters of the request's URL that the route declares. */
  query: Readonly<Record<string, string>>;
  wording: AccountWording;
  /** The form that was submitted to this page. Null if the page does not answer the POST of a form. */
  submitted: SubmittedForm | null;
  /** A message about the form that the player has just submitted, or null. */
  notice: string | null;
  /** Seconds since the login, if the page must show them because the browser runs no script. Otherwise null. */
  shownSessionSeconds: number | null;
  /** Makes a call for the player and validates `data`. The promise never rejects. */
  call: <N extends CallName>(name: N, data: object) => Promise<Answer<CallData<N>>>;
}
