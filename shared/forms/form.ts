import type { CallResult } from '../contract/call-result.ts';
import type { CallData, CallName, CallRequest } from '../contract/calls.ts';
import type { Code } from '../contract/codes.ts';
import type { InputBounds } from '../domain/input-bounds.ts';
import type { InputKind } from '../domain/input-filters.ts';
import { messageValues } from '../domain/input-messages.ts';
import type { FormLists, Option } from './lists.ts';

/** The values of a form's fields, by name. A ticked checkbox is '1', an unticked one ''. */
export type Values = Readonly<Record<string, string>>;

/** Configured settings of forms. The server sends them to the browser. */
export interface FormSettings {
  pattern: {
    login: 'content' | 'banner';
    signup: 'short' | 'full' | 'full-password-first';
    forgot: 'popup' | 'wizard';
  };
  bounds: InputBounds;
  lang: string;
  /** '' for the default language, otherwise a prefix such as '/hi'. */
  langPrefix: string;
  lists: FormLists;
  /** Whether accounts can have other currencies than the default one. */
  multiCurrency: boolean;
  /** Options that depend on the player, by field name. A screen of the account area loads these options. */
  choices?: Readonly<Record<string, readonly Option[]>>;
  /** Hints that depend on the player, such as limits, by field name. Each hint is shown under its field. */
  hints?: Readonly<Record<string, string>>;
}

/** A key of the locale files, with the values to interpolate. */
export interface Message {
  key: string;
  values?: Readonly<Record<string, string | number>>;
}

export type Control =
  | 'text'
  | 'email'
  | 'password'
  /** A new password, with the checklist of password rules under the field. */
  | 'new-password'
  | 'otp'
  | 'textarea'
  /** A day, YYYY-MM-DD. */
  | 'date'
  | 'tick'
  | 'phone-code'
  | 'select'
  /**
   * A choice between a few options that are all visible. Choosing another option clears the other fields of the step.
   */
  | 'tabs'
  /** A choice between avatars. The values of the options are names of avatars. */
  | 'avatar'
  /**
   * A file. On the server, the value is the content in Base64. In the browser, the value only states that a file is
   * chosen, and the form sends the file itself. If the file cannot be used, the value is the text key of an error
   * message instead, which begins with `document.`.
   */
  | 'file'
  /** A proof of work that the browser computes. No field is visible. */
  | 'captcha'
  /** The value comes from the URL parameter that has the name of the field. No field is visible. */
  | 'address'
  /**
   * A random idempotency key, created when a screen of the account area loads the form. Repeated submissions have the
   * same key, so that the platform acts once. No field is visible.
   */
  | 'key'
  /** A value that the account screen with the form has loaded. No field is visible. */
  | 'hidden';

export interface Field {
  name: string;
  control: Control;
  /** Decides which typed characters are removed (spec §5). */
  input: InputKind;
  label: string;
  hint?: string;
  /** A text that is shown under the field if the initial values of the form fulfil a condition. */
  warning?: { text: string; isShown: (values: Values) => boolean };
  autocomplete?: string;
  inputMode?: 'numeric' | 'decimal' | 'email' | 'tel';
  maxLength?: number;
  isOptional?: boolean;
  /** Only for the control `file`: the media types that the browser offers, separated by commas. */
  accept?: string;
  /** Whether the player sees the value but cannot change it. @param values the initial values of the form */
  isFixed?: (values: Values) => boolean;
  /** Text key of the empty first option of a `select`. */
  placeholder?: string;
  isDisabled?: boolean;
  showsStrength?: boolean;
  /** If the player followed the link of a campaign, the field is prefilled with the promo code of that campaign. */
  hasCampaign?: boolean;
  /**
   * Whether a link to the form can fill in the field. The field's initial value is then the URL parameter with the name
   * of the field.
   */
  isLinked?: boolean;
  /** A link that is shown after the label. */
  link?: FormLink;
  /**
   * Options of the controls `select` and `tabs`. Labels of `tabs` are text keys.
   * @param values the form's values. Without script, the object is empty, and all options are returned
   */
  options?: (values: Values) => readonly Option[];
  /** The initial value. The default is the first option of a list. */
  initial?: string;
  /**
   * Whether the field is shown, checked and sent.
   * @param values the form's values; empty when the form is rendered without script
   */
  isShown?: (values: Values) => boolean;
  /** The call that checks the value when the player leaves the field. */
  asks?: Sending;
  /**
   * @param at `blur` if the field has lost the focus, `submit` if the form is submitted; the rules can differ
   * @returns the message for the first failed rule
   */
  check: (value: string, values: Values, at: 'blur' | 'submit') => Message | null;
  /**
   * Only for the control `key`: text key of the error message if an earlier request had the same idempotency key but
   * other data.
   */
  sentBefore?: string;
  /** If the platform's answer contains one of these field names or codes, the error message is shown at this field. */
  reportedAs?: readonly string[];
}

/** A call, and a function that creates the data of the call from the form's values. */
export interface Sending {
  call: CallName;
  data: (values: Values) => CallRequest<CallName>;
}

/** One step of a form. Each step makes one call. Most forms have one step; a wizard has several steps on one page. */
export interface Step {
  /** Names of the fields in this step, in the order in which they are shown. */
  fields: readonly string[];
  sends: Sending;
  /** The call that sends the one-time password again. */
  resends?: Sending;
  /** Text keys of the step's heading, instructions and button. */
  title?: string;
  text?: string;
  submit: string;
  /** Text key of the message after the step. The default is a message about one-time passwords. */
  notice?: string;
}

/** The action that a form performs after its last call has succeeded. */
export type Follow =
  /** Open the same-site path in the URL's `to` parameter, or else the home page. */
  | { kind: 'go' }
  /** Show a message. The text of the message can contain values of the call's answer. */
  | { kind: 'message'; title: string; text: string; link?: FormLink }
  /** Show a message with a link to the page that `{ kind: 'go' }` would open. */
  | { kind: 'welcome'; title: string; text: string }
  /** Show the status of a ticket. */
  | { kind: 'claim' }
  /**
   * Open a screen of the account area and show a message there. The message can contain values from the call's answer,
   * but only in browsers with script. `popup` is a message that these browsers show above the screen.
   */
  | { kind: 'screen'; path: string; text: string; popup?: 'kyc-pending' }
  /** Open a public page, because the session has ended. */
  | { kind: 'page'; path: (data: unknown) => string }
  /**
   * Open a page of another site, such as a payment provider. The browser first opens the screen at `path`, so that the
   * back button returns to this screen. Without script, only this screen opens, because the content security policy
   * forbids a form to redirect to another site. The player then follows the link on this screen.
   */
  | { kind: 'leave'; path: (data: unknown) => string; url: (data: unknown) => string | null };

export interface FormLink {
  label: string;
  href: string;
  /** Code of the popup that can replace the page at `href`. */
  popup?: 1 | 2 | 3;
}

export interface Form {
  /** Name of the form. The form's text keys start with `form.{name}.`. */
  name: string;
  /** Path of the form's page, without the language. */
  path: string;
  /** Name of the illustration on the form's page. */
  picture: string;
  /** Content beside the form on its page: the name of a CMS text, or the texts of a banner. */
  beside?: { content: string } | { title: string; text: string };
  /** Fields in the order in which they are validated (spec §5). */
  fields: readonly Field[];
  steps: readonly [Step, ...Step[]];
  /** `stacked`: earlier steps stay visible and locked. `wizard`: only the current step is visible, with its number. */
  layout: 'stacked' | 'wizard';
  follow: Follow;
  /**
   * The path to open after success, without the language. Null means the path in the URL's `to` parameter, or the home
   * page if there is none.
   * @param data the field `data` of the answer to the last call
   */
  next?: (values: Values, data: unknown) => string | null;
  /** Text keys that replace the general texts of codes, because this form can name the reason more precisely. */
  codeTexts?: Readonly<Partial<Record<Code, string>>>;
  /** Text key of the message after an unexpected error in the browser; the default is `form.failed`. */
  failure?: string;
  /** Position of messages about the whole form. By default, they are shown above the fields. */
  alertAt?: 'top' | 'bottom';
  /** Links to other pages, under the button. */
  links: readonly FormLink[];
  /** The form is for visitors: the site redirects logged-in players. */
  visitorsOnly?: boolean;
  /** The form is for players: the site redirects visitors. */
  playersOnly?: boolean;
  /** Mail providers can submit the form for their users. Their POST contains none of the form's fields (RFC 8058). */
  isOneClick?: boolean;
  /** Loads the initial values of the fields. Only forms of the account area can have this function. */
  prefill?: Prefill;
}

/** Makes a call for the player. The promise never rejects. */
type Ask = <N extends CallName>(name: N, data: object) => Promise<CallResult<CallData<N>>>;

/** Loads the initial values of a form's fields. */
export type Prefill = (ask: Ask) => Promise<CallResult<Values>>;

/** Creates a `Prefill` that makes one call. @param values converts the data of the answer to initial values */
export function prefilling<N extends CallName>(name: N, values: (data: CallData<N>) => Values): Prefill {
  return async (ask) => {
    const result = await ask(name, {});
    return result.kind === 'ok' ? { kind: 'ok', data: values(result.data) } : result;
  };
}

/** Creates a `Sending`. The compiler checks that `data` returns the data type of the call. */
export function sending<N extends CallName>(call: N, data: (values: Values) => CallRequest<N>): Sending {
  return { call, data };
}

/** @param key result of a rule in shared/domain/input-rules.ts; null for a valid value */
export function messageOf(key: string | null, bounds: InputBounds): Message | null {
  return key === null ? null : { key, values: { ...messageValues(key, bounds) } };
}
