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
          <template data-dialog="">
            <dialog className="dialog" aria-labelledby="dialog-title">
              <div className="dialog__head">
                <h2 className="dialog__title" id="dialog-title" data-title="">
                  {t('site.name')}
                </h2>
                <button className="dialog__close" type="button" data-close="" aria-label={t('island.close')}>
                  <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="m6 6 12 12M18 6 6 18" />
                  </svg>
                </button>
              </div>
              <div className="dialog__body" data-content="" />
            </dialog>
          </template>
        </StringsProvider>
      </body>
    </html>
  );
}
