import type { ListPage as ListPageProps } from '../../shared/pages/list.ts';
import { useFrame, useT } from '../layout/Strings.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Section } from '../ui/Section.tsx';
import { Choices } from './parts/Choices.tsx';
import { EmptyState } from './parts/EmptyState.tsx';
import { GoodToKnow } from './parts/GoodToKnow.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { Teasers } from './parts/Teasers.tsx';

/** Lists articles or promotions: the newest ones, those of one month, or those on a further page of the list. */
export function ListPage({ page }: { page: ListPageProps }) {
  const t = useT();
  const frame = useFrame();
  const { group, title, place, months, recent } = page;
  return (
    <>
      <PageHead
        title={title}
        lead={frame.description}
        below={months.length > 0 ? <Choices label={t(`page.list.months_${group}`)} links={months} /> : null}
        {...(place === null
          ? {}
          : {
              trail: [{ label: t(`page.list.${group}`), href: `${frame.langPrefix}/${group}` }],
              current: place,
            })}
      />
      <div className="container page-body">
        {page.items.length > 0 ? (
          <Teasers items={page.items} level={2} />
        ) : (
          <EmptyState
            picture={group === 'blogs' ? 'chart' : 'gift'}
            title={t(`page.list.none_${group}`)}
            text={t('page.list.none_text')}
          >
            <LinkButton href={`${frame.langPrefix}/games`}>{t('menu.all_games')}</LinkButton>
          </EmptyState>
        )}
      </div>
      <Pager page={page} />
      {recent.length > 0 ? (
        <Section id="recent" title={t(`page.list.recent_${group}`)}>
          <Teasers items={recent} level={3} />
        </Section>
      ) : null}
      <GoodToKnow block={page.intro} />
    </>
  );
}

function Pager({ page: { position, newerHref, olderHref } }: { page: ListPageProps }) {
  const t = useT();
  if (position === null) return null;
  return (
    <nav className="pager container" aria-label={t('page.list.pages')}>
      {newerHref ? (
        <LinkButton look="secondary" rel="prev" href={newerHref}>
          <span aria-hidden="true">←</span> {t('page.list.newer')}
        </LinkButton>
      ) : null}
      <span>{position}</span>
      {olderHref ? (
        <LinkButton look="secondary" rel="next" href={olderHref}>
          {t('page.list.older')} <span aria-hidden="true">→</span>
        </LinkButton>
      ) : null}
    </nav>
  );
}
