/** The texts of a locale file. Groups of texts are nested. */
export interface NestedTexts {
  readonly [key: string]: string | NestedTexts;
}

/** @returns each text with its path of keys, such as `form.login.submit` */
export function flatTexts(texts: NestedTexts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatTexts(value, `${prefix}${key}.`),
  );
}
