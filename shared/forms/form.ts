import type { CallName, CallRequest } from '../contract/calls.ts';
import type { InputBounds } from '../domain/input-bounds.ts';
import type { InputKind } from '../domain/input-filters.ts';
import { messageValues } from '../domain/input-messages.ts';

/** The values of a form's fields, by name. A ticked box is '1', an empty one ''. */
export type Values = Readonly<Record<string, string>>;

/** The configured settings of forms. Sent to the browser. */
export interface FormSettings {
  pattern: { login: 'content' | 'banner'; forgot: 'popup' | 'wizard' };
  bounds: InputBounds;
}

/** A text of the locale files, with the values to interpolate. */
export interface Message {
  key: string;
  values?: Readonly<Record<string, string | number>>;
}

export type Control =
  | 'text'
  | 'email'
  | 'password'
  /** A password that is being chosen: the checklist of rules is shown under it. */
  | 'new-password'
  | 'otp'
  | 'textarea'
  | 'tick'
  | 'phone-code'
  /** A proof of work that the browser computes: no player types it. */
  | 'captcha'
  /** Not drawn: a named parameter of the page's address. */
  | 'address';

export interface Field {
  name: string;
  control: Control;
  /** Decides the filter of what is typed (spec §5). */
  input: InputKind;
  label: string;
  hint?: string;
  autocomplete?: string;
  inputMode?: 'numeric' | 'email' | 'tel';
  maxLength?: number;
  /** @returns the message for the first rule that fails; a rule can differ between leaving the field and submitting */
  check: (value: string, values: Values, at: 'blur' | 'submit') => Message | null;
  /** Other names in `data.fields` of a 10400, and refusal codes, that are shown at this field. */
  reportedAs?: readonly string[];
}

/** A call, and its data from the values of the form. */
export interface Sending {
  call: CallName;
  data: (values: Values) => CallRequest<CallName>;
}

/** One call of a form. Most forms have one step; a wizard has several, at one address. */
export interface Step {
  /** Names of the fields of this step. */
  fields: readonly string[];
  sends: Sending;
  /** Sends the one-time password again. */
  resends?: Sending;
  /** Keys of the texts: the heading of the step, its instructions, its button. */
  title?: string;
  text?: string;
  submit: string;
}

/** The action of a form after its last call succeeded. */
export type Follow =
  /** Continue at `to` of the address where that is a same-site path, else at the home page. */
  | { kind: 'go' }
  /** Show a message. Its text can mention values of the call's answer. */
  | { kind: 'message'; title: string; text: string; link?: FormLink }
  /** Show the status of a ticket. */
  | { kind: 'claim' };

export interface FormLink {
  label: string;
  href: string;
}

export interface Form {
  /** Also the name of its texts: `form.{name}.…`. */
  name: string;
  /** Of its page, without the language. */
  path: string;
  /** Illustration of its page. */
  picture: string;
  /** Beside it on its page: a text of the CMS by its name, or a banner with these texts. */
  beside?: { content: string } | { title: string; text: string };
  /** In the order in which they are asked for and validated (spec §5). */
  fields: readonly Field[];
  steps: readonly [Step, ...Step[]];
  /** `stacked`: earlier steps stay visible, locked. `wizard`: one step at a time, with the number of steps. */
  layout: 'stacked' | 'wizard';
  follow: Follow;
  /** Other ways from here, under the button. */
  links: readonly FormLink[];
  /** For a form for visitors only: the site redirects logged-in players. */
  visitorsOnly?: boolean;
  /** For a form for players only: the site redirects visitors. */
  playersOnly?: boolean;
}

/** Holds the data against the type of the call. */
export function sending<N extends CallName>(call: N, data: (values: Values) => CallRequest<N>): Sending {
  return { call, data };
}

/** @param key result of a rule of shared/domain/input-rules.ts; null: the value is valid */
export function messageOf(key: string | null, bounds: InputBounds): Message | null {
  return key === null ? null : { key, values: { ...messageValues(key, bounds) } };
}
