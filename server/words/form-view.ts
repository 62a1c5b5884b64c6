import { type FormName, forms } from '../../shared/forms/forms.ts';
import { settingsOf } from '../../shared/forms/settings.ts';
import type { FormView } from '../../shared/pages/form.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { once } from '../once.ts';
import { formTexts } from './form-texts.ts';
import { formatsOf, type Words } from './words.ts';

function createFormView(name: FormName, config: SiteConfig, words: Words): FormView {
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

const viewsIn = once((_config: SiteConfig) => once((_words: Words) => new Map<FormName, FormView>()));

/** Returns the props of a form that has not been submitted yet. They are created once for each language. */
export function formViewOf(
  name: FormName,
  { config, words }: { config: SiteConfig; words: Words },
): Readonly<FormView> {
  const views = viewsIn(config)(words);
  const view = views.get(name) ?? createFormView(name, config, words);
  views.set(name, view);
  return view;
}
