import type { DocumentProps } from '../../shared/pages/document.ts';
import { pageOf } from '../pages/registry.tsx';
import { Footer } from './Footer.tsx';
import { Head } from './Head.tsx';
import { Header } from './Header.tsx';
import { StringsProvider } from './Strings.tsx';

/** The whole document. Nothing in it depends on who asks, or when: equal props give equal bytes. */
export function Document({ props }: { props: DocumentProps }) {
  const { frame, page, t, assets } = props;
  return (
    <html lang={frame.lang} dir={frame.dir}>
      <Head frame={frame} assets={assets} siteName={t('site.name')} />
      <body id="top">
        <StringsProvider t={t} frame={frame}>
          <a className="skip-link" href="#content">
            {t('site.skip')}
          </a>
          <Header />
          <main id="content" tabIndex={-1}>
            {pageOf(page)}
          </main>
          <Footer />
          <a className="to-top" href="#top" data-to-top="" aria-label={t('layout.to_top')}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m5 14 7-7 7 7" />
            </svg>
          </a>
        </StringsProvider>
      </body>
    </html>
  );
}
