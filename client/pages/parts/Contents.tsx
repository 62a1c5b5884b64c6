import type { SafeHtml } from '../../../shared/pages/content.ts';
import { useT } from '../../layout/Strings.tsx';

export interface Heading {
  id: string;
  text: string;
}

const sections = /<h2 id="([^"]+)"[^>]*>(.*?)<\/h2>/gs;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * Finds the sections of a text to which a link can point.
 * @returns id and plain text of each h2 that has an id, in order
 */
export function headingsOf({ __html: html }: SafeHtml): Heading[] {
  return Array.from(html.matchAll(sections), ([, id = '', inner = '']) => ({
    id,
    text: inner
      .replace(/<[^>]*>/g, '')
      .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
      .trim(),
  }));
}

/** Shows links to the sections of a long text. On wide screens, the links are next to the text. */
export function Contents({ headings }: { headings: Heading[] }) {
  const t = useT();
  return (
    <nav className="panel contents" aria-labelledby="contents-title">
      <h2 className="panel__title" id="contents-title">
        {t('page.article.contents')}
      </h2>
      <SectionLinks headings={headings} />
    </nav>
  );
}

/** The links of `Contents` in a `<details>` element, for phones. The styles show only one of the two variants. */
export function FoldedContents({ headings }: { headings: Heading[] }) {
  const t = useT();
  return (
    <details className="panel contents-fold">
      <summary>{t('page.article.contents')}</summary>
      <nav aria-label={t('page.article.contents')}>
        <SectionLinks headings={headings} />
      </nav>
    </details>
  );
}

function SectionLinks({ headings }: { headings: Heading[] }) {
  return (
    <ol className="contents__list">
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  );
}
