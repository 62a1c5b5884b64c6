/** The texts of a locale file. Groups of texts are nested. */
export interface NestedTexts {
  readonly [key: string]: string | NestedTexts;
}

/** @returns pairs of a key path, such as `form.login.submit`, and the text at this path */
export function flatTexts(texts: NestedTexts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatTexts(value, `${prefix}${key}.`),
  );
}
