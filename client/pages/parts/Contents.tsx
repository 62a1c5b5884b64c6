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

/** Links to the sections of a long text. On wide screens, the list is next to the text. */
export function Contents({ headings }: { headings: Heading[] }) {
  const t = useT();
  return (
    <nav className="panel contents" aria-labelledby="contents-title">
      <h2 className="panel__title" id="contents-title">
        {t('page.article.contents')}
      </h2>
      <ol className="contents__list">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
