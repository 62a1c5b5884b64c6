import type { FormSettings } from '../../shared/forms/form.ts';
import { type FormName, forms } from '../../shared/forms/forms.ts';
import type { FormPage, FormView } from '../../shared/pages/form.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { metaOf, type PageLoader, type PageMeta, type PageRequest } from '../pages/loader.ts';
import { blockOf } from '../pages/loaders/teasers.ts';
import type { CleanPage } from '../reads/clean-content.ts';
import { formTexts } from './form-texts.ts';

/** What the configuration decides about forms. */
export function formSettings({ boot, setup }: SiteConfig): FormSettings {
  const { login, forgot } = setup.pattern;
  return { pattern: { login, forgot }, bounds: boot.inputsMaxLength };
}

/** CMS texts that stand beside a form. */
const besideForms: Partial<Record<FormName, string>> = { contact: 'contactus' };
/** Illustrations beside the titles. */
const pictures: Readonly<Record<FormName, string>> = {
  login: 'balls',
  'forgot-password': 'shield',
  contact: 'phone',
  'schedule-demo': 'handshake',
  'claim-status': 'ticket',
  'stop-invitations': 'heart',
};
/** Of the login popup and page in the variant `content` (spec §2). */
const loginContent = 'loginPopupContent';

function contentNameOf(name: FormName, { pattern }: FormSettings): string | undefined {
  return name === 'login' && pattern.login === 'content' ? loginContent : besideForms[name];
}

function viewOf(name: FormName, { config, words }: PageRequest): FormView {
  const settings = formSettings(config);
  const { boot, countries } = config;
  const language = boot.languages.find(({ code }) => code === words.lang);
  const others = countries.phonecodes.map(({ CountryPhoneCode }) => CountryPhoneCode);
  return {
    name,
    settings,
    texts: formTexts(config, words.lang, forms[name](settings)),
    langPrefix: words.langPrefix,
    phoneCodes: [...new Set([...boot.phoneCodes, ...others])],
    formats: {
      locale: language?.locale ?? words.lang,
      timeZone: boot.timeZone,
      currency: boot.currencyFormat,
    },
    state: null,
  };
}

function besideOf(name: FormName, request: PageRequest, content: CleanPage | null): FormPage['beside'] {
  const { words, config } = request;
  if (content) return { kind: 'block', block: blockOf(content.page) };
  if (name !== 'login' || config.setup.pattern.login !== 'banner') return null;
  return {
    kind: 'banner',
    title: words.t('form.login.banner_title'),
    text: words.t('form.login.banner_text'),
  };
}

/** A page around a declared form, before anything was submitted: the same for everyone. */
export async function loadFormPage(
  name: FormName,
  request: PageRequest,
): Promise<{ page: FormPage; meta: PageMeta }> {
  const { words, config, sources } = request;
  const settings = formSettings(config);
  const form = forms[name](settings);
  const contentName = contentNameOf(name, settings);
  const content = contentName === undefined ? null : await sources.content(contentName);
  const own = (key: string): string => words.t(`form.${name}.${key}`);
  const beside = besideOf(name, request, content);
  const page: FormPage = {
    kind: 'form',
    title: own('title'),
    lead: own('lead'),
    picture: beside?.kind === 'banner' ? null : pictures[name],
    heading: words.tOr(`form.${name}.heading`, '') || null,
    form: viewOf(name, request),
    beside,
    note: words.tOr(`form.${name}.hint`, '') || null,
  };
  const meta = metaOf(request, {
    title: page.title,
    description: own('description'),
    cms: besideForms[name] === undefined ? null : content?.page.head,
    canonicalPath: form.path,
    indexable: !form.fields.some(({ control }) => control === 'address'),
  });
  return { page, meta };
}

export function formLoader(name: FormName): PageLoader {
  return async (request) => ({ status: 200, ...(await loadFormPage(name, request)) });
}
