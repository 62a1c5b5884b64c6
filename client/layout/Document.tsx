import type { DocumentProps } from '../../shared/pages/document.ts';
import { pageOf } from '../pages/registry.tsx';
import { needsBlockStyles } from './content-styles.ts';
import { Footer } from './Footer.tsx';
import { Head } from './Head.tsx';
import { Header } from './Header.tsx';
import { StringsProvider } from './Strings.tsx';

/** Renders the whole document. Equal props result in equal bytes, because nothing depends on the client or the time. */
export function Document({ props }: { props: DocumentProps }) {
  const { frame, page, t, assets } = props;
  const ownStyles = assets.stylesByKind[page.kind];
  return (
    <html lang={frame.lang} dir={frame.dir}>
      <Head
        frame={frame}
        assets={assets}
        styles={[
          ...assets.styles,
          ...(ownStyles ? [ownStyles] : []),
          ...(needsBlockStyles(page) ? [assets.blockStyles] : []),
        ]}
        siteName={t('site.name')}
        isStreamed={page.kind === 'account'}
      />
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
        </StringsProvider>
      </body>
    </html>
  );
}
