import type { FormSettings } from '../forms/form.ts';
import type { FormName } from '../forms/forms.ts';
import type { FormState } from '../forms/submit-form.ts';
import type { Block } from './content.ts';

/** How a document writes money and moments: the language's way, the site's time zone and currency style. */
export interface Formats {
  /** BCP 47. */
  locale: string;
  timeZone: string;
  currency: { style: 'currency'; currencyDisplay: 'symbol' | 'narrowSymbol' | 'code' | 'name' };
}

/** A form as it reaches the browser, as JSON. Its declaration is looked up by name on both sides. */
export interface FormView {
  name: FormName;
  settings: FormSettings;
  /** The texts that it can show, in the page's language, with their placeholders. */
  texts: Record<string, string>;
  langPrefix: string;
  /** Calling codes; the first is preselected. */
  phoneCodes: readonly string[];
  formats: Formats;
  /** Null: nothing was submitted yet. */
  state: FormState | null;
}

export interface FormPage {
  kind: 'form';
  title: string;
  lead: string;
  /** Name of an illustration beside the title; null where the banner has one. */
  picture: string | null;
  /** Title of the form's panel; null if it would repeat the page's title. */
  heading: string | null;
  form: FormView;
  /** Beside the form: a text of the CMS, or a banner. */
  beside: { kind: 'block'; block: Block } | { kind: 'banner'; title: string; text: string } | null;
  /** Under the form. */
  note: string | null;
}
