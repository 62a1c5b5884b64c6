import { type FormName, forms } from '../../shared/forms/forms.ts';
import { settingsOf } from '../../shared/forms/settings.ts';
import type { FormView } from '../../shared/pages/form.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { formTexts } from './form-texts.ts';
import { formatsOf, type Words } from './words.ts';

/** Returns the props of a form that has not been submitted yet. */
export function formViewOf(
  name: FormName,
  { config, words }: { config: SiteConfig; words: Words },
): FormView {
  const settings = settingsOf(forms[name], config, words.lang);
  return {
    name,
    settings,
    texts: formTexts(config, words.lang, forms[name](settings)),
    langPrefix: words.langPrefix,
    formats: formatsOf(config, words),
    state: null,
  };
}
