import type { FormSettings, Values } from '../forms/form.ts';
import type { FormName } from '../forms/forms.ts';
import type { FormState } from '../forms/submit-form.ts';
import type { Block } from './content.ts';

/** The settings for formatting money and times: the page's language and currency format, and the site's time zone. */
export interface Formats {
  /** BCP 47 tag. */
  locale: string;
  timeZone: string;
  currency: { style: 'currency'; currencyDisplay: 'symbol' | 'narrowSymbol' | 'code' | 'name' };
}

/** A form as JSON for the browser. Server and browser find the form's declaration by `name`. */
export interface FormView {
  name: FormName;
  settings: FormSettings;
  /** The texts that the form can show, in the page's language, with their placeholders. */
  texts: Record<string, string>;
  langPrefix: string;
  formats: Formats;
  /** The initial values of the fields. */
  prefilled?: Values;
  /** The state after a submission. Null before the first submission. */
  state: FormState | null;
}

export interface FormPage {
  kind: 'form';
  title: string;
  lead: string;
  /** Name of an illustration next to the title. Null if the banner contains an illustration. */
  picture: string | null;
  /** Heading of the form's panel. Null if the heading would repeat the page's title. */
  heading: string | null;
  form: FormView;
  /** Content next to the form: a text of the CMS, or a banner. */
  beside: { kind: 'block'; block: Block } | { kind: 'banner'; title: string; text: string } | null;
  /** Note below the form. */
  note: string | null;
}
