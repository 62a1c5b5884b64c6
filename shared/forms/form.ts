import type { CallName, CallRequest } from '../contract/calls.ts';
import type { InputBounds } from '../domain/input-bounds.ts';
import type { InputKind } from '../domain/input-filters.ts';
import { messageValues } from '../domain/input-messages.ts';

/** The values of a form's fields, by name. A ticked checkbox is '1', an unticked one ''. */
export type Values = Readonly<Record<string, string>>;

/** Configured settings of forms. The server sends them to the browser. */
export interface FormSettings {
  pattern: { login: 'content' | 'banner'; forgot: 'popup' | 'wizard' };
  bounds: InputBounds;
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
  | 'tick'
  | 'phone-code'
  /** A proof of work that the browser computes. No field is visible. */
  | 'captcha'
  /** The value comes from the URL parameter with the field's name. No field is visible. */
  | 'address';

export interface Field {
  name: string;
  control: Control;
  /** Decides which typed characters are removed (spec §5). */
  input: InputKind;
  label: string;
  hint?: string;
  autocomplete?: string;
  inputMode?: 'numeric' | 'email' | 'tel';
  maxLength?: number;
  /** @returns the message for the first failed rule; rules can differ between leaving the field and submitting */
  check: (value: string, values: Values, at: 'blur' | 'submit') => Message | null;
  /** Other field names, and codes of answers, whose messages are shown at this field. */
  reportedAs?: readonly string[];
}

/** A call, and a function that creates the data of the call from the form's values. */
export interface Sending {
  call: CallName;
  data: (values: Values) => CallRequest<CallName>;
}

/** One step of a form, which makes one call. Most forms have one step; a wizard has several on one page. */
export interface Step {
  /** Names of the fields in this step. */
  fields: readonly string[];
  sends: Sending;
  /** The call that sends the one-time password again. */
  resends?: Sending;
  /** Text keys: the heading of the step, its instructions, its button. */
  title?: string;
  text?: string;
  submit: string;
}

/** What a form does after its last call succeeded. */
export type Follow =
  /** Open the same-site path in the URL's `to` parameter, or else the home page. */
  | { kind: 'go' }
  /** Show a message. Its text can contain values of the call's answer. */
  | { kind: 'message'; title: string; text: string; link?: FormLink }
  /** Show the status of a ticket. */
  | { kind: 'claim' };

export interface FormLink {
  label: string;
  href: string;
}

export interface Form {
  /** Name of the form, also in its text keys: `form.{name}.…`. */
  name: string;
  /** Path of the form's page, without the language. */
  path: string;
  /** Name of the illustration on the form's page. */
  picture: string;
  /** Content beside the form on its page: a CMS text by name, or a banner with these texts. */
  beside?: { content: string } | { title: string; text: string };
  /** Fields in the order in which they are shown and validated (spec §5). */
  fields: readonly Field[];
  steps: readonly [Step, ...Step[]];
  /** `stacked`: earlier steps stay visible and locked. `wizard`: only the current step is visible, with its number. */
  layout: 'stacked' | 'wizard';
  follow: Follow;
  /** Links to other pages, under the button. */
  links: readonly FormLink[];
  /** The form is for visitors: the site redirects logged-in players. */
  visitorsOnly?: boolean;
  /** The form is for players: the site redirects visitors. */
  playersOnly?: boolean;
}

/** Creates a `Sending`. The compiler checks that `data` returns the data type of the call. */
export function sending<N extends CallName>(call: N, data: (values: Values) => CallRequest<N>): Sending {
  return { call, data };
}

/** @param key result of a rule in shared/domain/input-rules.ts; null for a valid value */
export function messageOf(key: string | null, bounds: InputBounds): Message | null {
  return key === null ? null : { key, values: { ...messageValues(key, bounds) } };
}
