import type { SafeHtml } from '../../../shared/pages/content.ts';

/**
 * Makes wide tables of CMS texts scrollable, by keyboard too, so that the page itself never scrolls sideways. The server
 * has sanitised and serialised the HTML, so "<table" is always a tag.
 */
const scrollingTables = (html: string, label: string): string =>
  html
    .replaceAll('<table', `<div class="prose__scroll" role="group" tabindex="0" aria-label="${label}"><table`)
    .replaceAll('</table>', '</table></div>');

/** Whether the CMS text is empty. */
export function hasText(html: SafeHtml | null): html is SafeHtml {
  const { __html: text } = html ?? { __html: '' };
  return text.trim() !== '';
}

/** @param tableLabel accessible name of a scrollable table */
export function Prose({ html: { __html: text }, tableLabel }: { html: SafeHtml; tableLabel: string }) {
  return (
    <div
      className="prose"
      dangerouslySetInnerHTML={{ __html: scrollingTables(text, tableLabel.replaceAll('"', '&quot;')) }}
    />
  );
}
