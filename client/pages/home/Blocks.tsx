import type { Block } from '../../../shared/pages/content.ts';
import { Illustration } from '../../cards/Illustration.tsx';
import { useT } from '../../layout/Strings.tsx';
import { Section } from '../../ui/Section.tsx';
import { hasText, Prose } from '../parts/Prose.tsx';

/** Pictures of the usual CMS blocks, by slug. Any other block gets a picture of balls. */
const pictures: Record<string, string> = {
  'how-it-works': 'ticket',
  'fair-draws': 'shield',
  'play-safely': 'heart',
};

/** Shows the CMS texts of the home page: for example how a game works, why draws are fair, and how to play safely. */
export function Blocks({ blocks }: { blocks: Block[] }) {
  const t = useT();
  const shown = blocks.filter((block) => hasText(block.html));
  if (shown.length === 0) return null;
  return (
    <Section id="about" title={t('home.about')}>
      <div className="blocks">
        {shown.map((block) => (
          <section className="block" key={block.slug} aria-labelledby={`block-${block.slug}`}>
            <div className="block__picture">
              <Illustration name={pictures[block.slug] ?? 'balls'} />
            </div>
            <div className="block__body">
              <h3 className="block__title" id={`block-${block.slug}`}>
                {block.title}
              </h3>
              <Prose html={block.html} tableLabel={t('page.table')} />
            </div>
          </section>
        ))}
      </div>
    </Section>
  );
}
