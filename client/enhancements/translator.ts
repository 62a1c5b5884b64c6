import { cookieValue, setPreference } from '../stores/preferences.ts';

const widgetScript = 'https://translate.google.com/translate_a/element.js?cb=startTranslation';
/** Cookie from which the widget reads the source and the target language, for example `/en/fr`. */
const widgetCookie = 'googtrans';

interface Widget {
  translate: {
    TranslateElement: new (
      options: { pageLanguage: string; includedLanguages: string; autoDisplay: boolean },
      place: string,
    ) => unknown;
  };
}
const isWidget = (value: unknown): value is Widget =>
  typeof value === 'object' && value !== null && 'translate' in value;

/**
 * Enhances the language dropdown (spec §2). If the user chooses a language of the site, the page opens in that
 * language. If the user chooses any other language, this page and the next pages load the widget of the translation
 * service. They stop loading it after a day, or when the user chooses a language of the site. Before the user chooses a
 * language, the page sends no request to the service.
 */
export function enhanceTranslator(root: HTMLElement): void {
  const select = root.querySelector('select');
  if (!select) return;
  const isForeign = (code: string): boolean => optionOf(select, code)?.dataset['href'] === undefined;
  const chosen = cookieValue('lang');
  if (chosen && optionOf(select, chosen) && isForeign(chosen)) {
    select.value = chosen;
    translate(root, chosen);
  }
  select.addEventListener('change', () => {
    const option = select.selectedOptions[0];
    if (!option) return;
    choose(option.value, option.text);
    const { href } = option.dataset;
    if (href === undefined) translate(root, option.value);
    else location.assign(href);
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-footer__languages a'))
    link.addEventListener('click', () => choose(link.hreflang, link.text));
}

const optionOf = (select: HTMLSelectElement, code: string): HTMLOptionElement | undefined =>
  [...select.options].find(({ value }) => value === code);

function choose(code: string, name: string): void {
  setPreference('lang', code);
  setPreference('language_selected', name);
  setPreference(widgetCookie, '');
}

function translate(root: HTMLElement, code: string): void {
  const { lang } = document.documentElement;
  setPreference(widgetCookie, `/${lang}/${code}`);
  // The widget can translate a page only once. For a second language, reload the page.
  if ('startTranslation' in window) return location.reload();
  Object.assign(window, {
    startTranslation: () => {
      const google: unknown = Reflect.get(window, 'google');
      if (!isWidget(google)) return;
      const options = { pageLanguage: lang, includedLanguages: code, autoDisplay: false };
      Reflect.construct(google.translate.TranslateElement, [options, 'translation-widget']);
    },
  });
  const script = document.createElement('script');
  script.src = widgetScript;
  script.addEventListener('error', () => {
    const message = root.querySelector('output');
    if (message) message.textContent = message.dataset['failed'] ?? '';
  });
  document.head.append(script);
}
