import type { SafeHtml } from '../../../shared/pages/content.ts';

/**
 * Wraps the tables of CMS texts, so that mouse and keyboard scroll a wide table instead of the page. Replacing "<table"
 * in the text is safe, because the server has sanitised and serialised the HTML.
 */
const scrollingTables = (html: string, label: string): string =>
  html
    .replaceAll('<table', `<div class="prose__scroll" role="group" tabindex="0" aria-label="${label}"><table`)
    .replaceAll('</table>', '</table></div>');

export function hasText(html: SafeHtml | null): html is SafeHtml {
  const { __html: text } = html ?? { __html: '' };
  return text.trim() !== '';
}

/** @param tableLabel name that screen readers announce for a scrolling table, from the locale files */
export function Prose({ html: { __html: text }, tableLabel }: { html: SafeHtml; tableLabel: string }) {
  return (
    <div
      className="prose"
      dangerouslySetInnerHTML={{ __html: scrollingTables(text, tableLabel.replaceAll('"', '&quot;')) }}
    />
  );
}
