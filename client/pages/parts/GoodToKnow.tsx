import type { Block } from '../../../shared/pages/content.ts';
import { useT } from '../../layout/Strings.tsx';
import { hasText, Prose } from './Prose.tsx';

/** Shows a CMS text that explains the data above it. */
export function GoodToKnow({ block }: { block: Block | null }) {
  const t = useT();
  if (!block || !hasText(block.html)) return null;
  return (
    <section className="page-body" aria-labelledby="good-to-know">
      <div className="container">
        <div className="panel">
          <h2 className="panel__title" id="good-to-know">
            {t('page.good_to_know')}
          </h2>
          <Prose html={block.html} tableLabel={t('page.table')} />
        </div>
      </div>
    </section>
  );
}
