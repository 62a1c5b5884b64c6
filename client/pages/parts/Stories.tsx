import type { Story } from '../../../shared/pages/article.ts';
import { GameEmblem } from '../../cards/GameEmblem.tsx';
import { useT } from '../../layout/Strings.tsx';
import { Section } from '../../ui/Section.tsx';

/** Shows stories about large prizes, with one card for each draw. */
export function Stories({ stories }: { stories: readonly Story[] }) {
  const t = useT();
  return (
    <Section id="stories" title={t('story.heading')}>
      <p className="story__note">{t('story.note')}</p>
      <ul className="card-grid">
        {stories.map((story) => (
          <li key={story.href}>
            <article className="panel story">
              <GameEmblem name={story.iconName} accent={story.accent} />
              <h3 className="story__title">{story.title}</h3>
              <p className="story__day">
                <time dateTime={story.drawnAt}>{story.dateText}</time>
              </p>
              <p>{story.text}</p>
              <a className="section__more" href={story.href}>
                {t('story.more')} <span aria-hidden="true">→</span>
                <span className="visually-hidden"> {story.title}</span>
              </a>
            </article>
          </li>
        ))}
      </ul>
    </Section>
  );
}
