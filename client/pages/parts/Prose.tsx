import type { SafeHtml } from '../../../shared/pages/content.ts';

/**
 * Wide tables of CMS texts scroll inside themselves, and by keyboard too, so that the page never does.
 * The HTML is sanitised and serialised by the server: "<table" is nothing but a tag there.
 */
const scrollingTables = (html: string, label: string): string =>
  html
    .replaceAll('<table', `<div class="prose__scroll" role="group" tabindex="0" aria-label="${label}"><table`)
    .replaceAll('</table>', '</table></div>');

/** Whether the CMS sent any text at all. */
export function hasText(html: SafeHtml | null): html is SafeHtml {
  const { __html: text } = html ?? { __html: '' };
  return text.trim() !== '';
}

/** @param tableLabel what a screen reader calls a table that scrolls: a word of the locale files */
export function Prose({ html: { __html: text }, tableLabel }: { html: SafeHtml; tableLabel: string }) {
  return (
    <div
      className="prose"
      dangerouslySetInnerHTML={{ __html: scrollingTables(text, tableLabel.replaceAll('"', '&quot;')) }}
    />
  );
}
