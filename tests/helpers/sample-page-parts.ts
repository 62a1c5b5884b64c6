import type { Page } from '../../shared/pages/document.ts';

export type PageOf<Kind extends Page['kind']> = Extract<Page, { kind: Kind }>;

export interface SamplePage {
  name: string;
  page: Exclude<Page, { kind: 'home' }>;
}

/** Returns the introduction of a list page. */
export const intro = (slug: string, title: string) => ({
  slug,
  title,
  html: { __html: `<p>What to know about ${slug}. <a href="/faq">More</a>.</p>` },
});
