/** Returns '' for the default language, whose paths have no prefix; else a prefix such as '/hi'. */
export function languagePrefix(): string {
  const { lang } = document.documentElement;
  return location.pathname.split('/')[1] === lang ? `/${lang}` : '';
}
