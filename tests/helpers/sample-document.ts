import path from 'node:path';
import { createInstance } from 'i18next';
import { allTexts, readLocale } from '../../server/config/locale.ts';
import type { ClientAssets, DocumentProps, Page } from '../../shared/pages/document.ts';
import type { Frame, MenuLink } from '../../shared/pages/frame.ts';
import type { Translate } from '../../shared/translate.ts';

const link = (label: string, href: string | null, children: MenuLink[] = []): MenuLink => ({
  label,
  href,
  current: false,
  children,
});

/** Returns a frame with two menus, one of them with a submenu. */
export const sampleFrame = (more: Partial<Frame> = {}): Frame => ({
  lang: 'en',
  dir: 'ltr',
  locale: 'en-IN',
  otherLocales: ['hi-IN'],
  langPrefix: '',
  path: '/results',
  title: 'Golden Lotto',
  description: 'Results, draws and games of Golden Lotto.',
  canonical: null,
  alternates: [],
  feeds: [],
  languages: [],
  translator: null,
  cmsFiles: { styles: [], scripts: [] },
  indexable: true,
  withoutScriptHref: null,
  scheduleDemoHref: '/scheduledemo',
  missingPaths: [],
  playHref: '/games',
  ogType: 'website',
  picture: null,
  menus: {
    main: [
      link('Home', '/'),
      { ...link('Results', '/results'), current: true },
      link('Games', null, [
        link('All games', '/games'),
        link('Golden Jackpot 6/49', '/games/golden-jackpot'),
        link('Golden Keno 20/80', '/games/golden-keno'),
      ]),
      link('Winners', '/winners'),
      link('Promotions', '/promotions'),
      link('Blog', '/blogs'),
      link('Help', null, [link('FAQ', '/faq'), link('Contact us', '/contactus')]),
    ],
    postLogin: [link('My account', '/my-accounts')],
    other: [link('Winner stories', '/winnerstories'), link('Media', '/media')],
    footer: [
      {
        title: 'About & company',
        href: '/about-and-company',
        links: [link('About us', '/aboutus'), link('Media', '/media')],
      },
      {
        title: 'Help & support',
        href: '/help-and-support#faq',
        links: [link('FAQ', '/faq'), link('Healthy play', '/healthyplay')],
      },
    ],
  },
  timeZone: 'Asia/Kolkata',
  moneyFormat: { locale: 'en-IN', currency: { style: 'currency', currencyDisplay: 'narrowSymbol' } },
  year: 2026,
  ...more,
});

export const sampleAssets: ClientAssets = {
  start: '/assets/start.js',
  styles: ['/assets/main.css'],
  printStyles: '/assets/print.css',
  stylesByKind: { account: '/assets/account.css' },
  blockStyles: '/assets/blocks.css',
  fonts: ['/assets/barlow-condensed.woff2'],
};

/**
 * Returns a function that translates with the shipped texts of a language.
 * @throws for an unknown key, because a page would show the key instead of a text
 */
export function translateTo(lang: string): Translate {
  const i18n = createInstance();
  void i18n.init({
    lng: lang,
    resources: { [lang]: { translation: allTexts(readLocale(path.resolve('config'), lang)) } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return (key, values) => {
    if (!i18n.exists(key, values ?? {})) throw new Error(`config/locale/${lang} has no "${key}"`);
    return i18n.t(key, values ?? {});
  };
}

/** Translates with the shipped English texts. */
export const sampleTranslate = translateTo('en');

export const sampleDocument = (page: Page, frame: Partial<Frame> = {}): DocumentProps => ({
  frame: sampleFrame(frame),
  page,
  t: sampleTranslate,
  assets: sampleAssets,
});
