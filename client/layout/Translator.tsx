import { useFrame, useT } from './Strings.tsx';

/**
 * The language dropdown (spec §2), which is shown only on a site with the translation widget. The dropdown needs
 * script. The plain links beside it open the site's own languages without script.
 */
export function Translator() {
  const t = useT();
  const { lang, languages, translator } = useFrame();
  if (translator === null) return null;
  return (
    <div className="only-with-script" data-enhance="translator" data-when="idle">
      <label className="site-footer__translator">
        {t('layout.translator')}{' '}
        <select defaultValue={lang} translate="no">
          <optgroup label={t('layout.own_languages')}>
            {languages.map(({ lang: code, name, href }) => (
              <option key={code} value={code} data-href={href}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label={t('layout.machine_languages')}>
            {translator.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <output data-failed={t('layout.translator_failed')} />
      <div id="translation-widget" />
    </div>
  );
}
