import type { ClientAssets } from '../../shared/pages/document.ts';
import type { Frame } from '../../shared/pages/frame.ts';
import { presenceScript } from '../../shared/presence-script.ts';

/** Open Graph writes `en_IN` for the BCP 47 tag `en-IN`. */
const ogLocale = (locale: string): string => locale.replaceAll('-', '_');

/** Metadata of a page for browsers, search engines and link previews. */
export function Head({
  frame,
  assets,
  styles,
  siteName,
  isStreamed,
}: {
  frame: Frame;
  assets: Pick<ClientAssets, 'start' | 'fonts' | 'printStyles'>;
  styles: readonly string[];
  siteName: string;
  /** Whether the server streams parts of the document later than the rest. */
  isStreamed: boolean;
}) {
  const { title, description, canonical, picture } = frame;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta
        name="viewport"
        content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
      />
      {/* This script must come before the style sheets. A script after them would run only after they have loaded. */}
      <script dangerouslySetInnerHTML={{ __html: presenceScript }} />
      <title>{title}</title>
      <meta name="theme-color" content="#14181f" />
      <meta name="description" content={description} />
      {frame.withoutScriptHref ? (
        <noscript>
          <meta httpEquiv="refresh" content={`0; url=${frame.withoutScriptHref}`} />
        </noscript>
      ) : null}
      {frame.indexable ? null : <meta name="robots" content="noindex" />}
      {assets.fonts.map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
      ))}
      {styles.map((style) => (
        <link key={style} rel="stylesheet" href={style} />
      ))}
      <link rel="stylesheet" href={assets.printStyles} media="print" />
      {frame.cmsFiles.styles.map((style) => (
        <link key={style} rel="stylesheet" href={style} />
      ))}
      {/*
       * Without `async`, the script runs only after the browser has parsed the document, so that the islands exist even
       * if the script is cached. In a streamed document, the script is `async`, because it must not wait for the last
       * part.
       */}
      <script type="module" src={assets.start} async={isStreamed} />
      {frame.cmsFiles.scripts.map((script) => (
        <script key={script} src={script} defer />
      ))}
      {canonical ? <link rel="canonical" href={canonical} /> : null}
      {frame.alternates.map(({ lang, href }) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={href} />
      ))}
      {frame.feeds.map(({ title: name, href }) => (
        <link key={href} rel="alternate" type="application/rss+xml" title={name} href={href} />
      ))}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href={`${frame.langPrefix}/site.webmanifest`} />
      <meta property="og:type" content={frame.ogType} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {canonical ? <meta property="og:url" content={canonical} /> : null}
      {picture ? (
        <>
          <meta property="og:image" content={picture.href} />
          <meta property="og:image:alt" content={picture.alt} />
          {picture.size ? (
            <>
              <meta property="og:image:width" content={String(picture.size.width)} />
              <meta property="og:image:height" content={String(picture.size.height)} />
            </>
          ) : null}
        </>
      ) : null}
      <meta property="og:locale" content={ogLocale(frame.locale)} />
      {frame.otherLocales.map((locale) => (
        <meta key={locale} property="og:locale:alternate" content={ogLocale(locale)} />
      ))}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
    </head>
  );
}
