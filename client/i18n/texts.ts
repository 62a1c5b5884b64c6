import { createInstance } from 'i18next';
import { flatTexts } from '../../shared/flat-texts.ts';
import type { Translate } from '../../shared/translate.ts';

/** Files in `config/locale/{lang}/` that the browser loads. */
export type Namespace =
  | 'account'
  | 'check'
  | 'codes'
  | 'draws'
  | 'forms'
  | 'games'
  | 'pages'
  | 'play'
  | 'popups'
  | 'site'
  | 'summaries'
  | 'ticket'
  | 'wallet';

const i18n = createInstance();
const loading = new Map<Namespace, Promise<void>>();

async function loadNamespace(namespace: Namespace): Promise<void> {
  const { lang } = document.documentElement;
  const response = await fetch(`/locale/${lang}/${namespace}.json`, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`The texts ${lang}/${namespace} were answered with ${response.status}`);
  const texts: object = await response.json();
  // Add all files to one namespace of i18next, so that `t` accepts the same keys here and on the server.
  i18n.addResourceBundle(lang, 'translation', texts, true);
}

/**
 * Loads texts in the document's language, each namespace once.
 * @throws if a namespace cannot be loaded; the next request tries again
 */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<Translate> {
  if (!i18n.isInitialized)
    void i18n.init({
      lng: document.documentElement.lang,
      resources: {},
      interpolation: { escapeValue: false },
      initAsync: false,
    });
  await Promise.all(
    namespaces.map((namespace) => {
      const load = loading.get(namespace) ?? loadNamespace(namespace);
      loading.set(namespace, load);
      load.catch(() => loading.delete(namespace));
      return load;
    }),
  );
  return (key, values) => i18n.t(key, values ?? {});
}

/** Returns all loaded texts by their keys. The placeholders in the texts are not replaced. */
export function loadedTexts(): Record<string, string> {
  return Object.fromEntries(flatTexts(i18n.getResourceBundle(document.documentElement.lang, 'translation')));
}
