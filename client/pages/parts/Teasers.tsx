import type { Teaser } from '../../../shared/pages/content.ts';
import { Illustration } from '../../cards/Illustration.tsx';

/** Shows cards that link to articles. `level` is the level of their headings. */
export function Teasers({ items, level }: { items: Teaser[]; level: 2 | 3 }) {
  return (
    <ul className="teasers">
      {items.map((item) => (
        <TeaserCard key={item.href} item={item} level={level} />
      ))}
    </ul>
  );
}

function TeaserCard({ item, level }: { item: Teaser; level: 2 | 3 }) {
  const Heading = `h${level}` as const;
  return (
    <li className="teaser">
      <div className="teaser__picture">
        <Illustration name={item.picture} />
      </div>
      <div className="teaser__body">
        {item.date ? (
          <time className="teaser__date" dateTime={item.date}>
            {item.dateText}
          </time>
        ) : null}
        <Heading className="teaser__title">
          <a href={item.href}>{item.title}</a>
        </Heading>
        <p className="teaser__text">{item.text}</p>
      </div>
    </li>
  );
}
