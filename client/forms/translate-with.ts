import type { Translate } from '../../shared/translate.ts';

/**
 * Creates the translation function of a form. The form's texts came with the page, so that no locale file is loaded.
 */
export function translateWith(texts: Readonly<Record<string, string>>): Translate {
  return (key, values = {}) =>
    (texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_placeholder, value: string) =>
      String(values[value] ?? ''),
    );
}
