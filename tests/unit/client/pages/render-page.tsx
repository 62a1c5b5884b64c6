import { renderToStaticMarkup } from 'react-dom/server';
import { StringsProvider } from '../../../../client/layout/Strings.tsx';
import { pageOf } from '../../../../client/pages/registry.tsx';
import type { Page } from '../../../../shared/pages/document.ts';
import type { Frame } from '../../../../shared/pages/frame.ts';
import { type MarkupElement, parseMarkup } from '../../../helpers/markup.ts';
import { sampleFrame, sampleTranslate } from '../../../helpers/sample-document.ts';

/** Renders the part of a page that is inside `<main>`. */
export function renderPage(page: Page, frame: Partial<Frame> = {}): MarkupElement {
  return parseMarkup(
    renderToStaticMarkup(
      <StringsProvider t={sampleTranslate} frame={sampleFrame(frame)}>
        {pageOf(page)}
      </StringsProvider>,
    ),
  );
}
