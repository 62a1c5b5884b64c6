import { Brand } from './Brand.tsx';
import { useFrame, useT } from './Strings.tsx';
import { Translator } from './Translator.tsx';

export function Footer() {
  const t = useT();
  const { langPrefix, languages, menus, missingPaths, year } = useFrame();
  return (
    <footer className="site-footer">
      <div className="container">
        <div className="site-footer__top">
          <div className="site-footer__about">
            <Brand />
            <p>{t('layout.healthy_line')}</p>
            <p className="site-footer__age">
              <abbr className="age-mark" title={t('layout.adults_only')}>
                18+
              </abbr>
              {missingPaths.includes('/healthyplay') ? null : (
                <a href={`${langPrefix}/healthyplay`}>{t('layout.healthy_link')}</a>
              )}
            </p>
          </div>
          <div className="site-footer__groups">
            {menus.footer.map((group) => (
              <nav key={group.title} aria-label={group.title}>
                <h2 className="site-footer__title">
                  {group.href ? <a href={group.href}>{group.title}</a> : group.title}
                </h2>
                <ul className="site-footer__links">
                  {group.links.map((link) => (
                    <li key={link.label}>{link.href ? <a href={link.href}>{link.label}</a> : link.label}</li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
        </div>
        <div className="site-footer__end">
          <p>{t('layout.copyright', { year, name: t('site.name') })}</p>
          {languages.length > 0 ? (
            <nav aria-label={t('layout.languages')}>
              <ul className="site-footer__languages">
                {languages.map(({ lang, name, href, current }) => (
                  <li key={lang}>
                    <a
                      href={href}
                      lang={lang}
                      hrefLang={lang}
                      rel="alternate"
                      aria-current={current ? 'true' : undefined}
                    >
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          ) : null}
          <Translator />
          <button className="site-footer__theme only-with-script" type="button" data-popup="10">
            {t('layout.theme')}
          </button>
        </div>
      </div>
      <a className="to-top" href="#top" data-to-top="" aria-label={t('layout.to_top')}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m5 14 7-7 7 7" />
        </svg>
      </a>
    </footer>
  );
}
