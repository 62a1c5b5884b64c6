import type { Teaser } from '../../../shared/pages/content.ts';
import { Picture } from '../../cards/Picture.tsx';
import { useT } from '../../layout/Strings.tsx';

/** Shows cards that link to articles. `level` is the heading level of the cards. */
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
  const t = useT();
  const Heading = `h${level}` as const;
  const { offer } = item;
  return (
    <li className="teaser">
      <div className={offer?.value ? 'teaser__picture teaser__picture--offer' : 'teaser__picture'}>
        {offer?.value ? <p className="teaser__value">{offer.value}</p> : null}
        <Picture name={item.picture} set={item.pictureSet} />
      </div>
      <div className="teaser__body">
        {item.date && !offer ? (
          <time className="teaser__date" dateTime={item.date}>
            {item.dateText}
          </time>
        ) : null}
        <Heading className="teaser__title">
          <a href={item.href}>{item.title}</a>
        </Heading>
        <p className="teaser__text">{item.text}</p>
        {offer ? (
          <p className="teaser__foot">
            <span className="teaser__date">{offer.endsText}</span>
            {/* The link of the title covers the whole card, so this element only looks like a button. */}
            <span className="button button--secondary" aria-hidden="true">
              {t('page.list.see_offer')}
            </span>
          </p>
        ) : null}
      </div>
    </li>
  );
}
