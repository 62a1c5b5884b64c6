import type { ListPage as ListPageProps } from '../../shared/pages/list.ts';
import { useFrame, useT } from '../layout/Strings.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from './parts/EmptyState.tsx';
import { GoodToKnow } from './parts/GoodToKnow.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { Teasers } from './parts/Teasers.tsx';

/** Lists every published article or promotion. */
export function ListPage({ page }: { page: ListPageProps }) {
  const t = useT();
  const frame = useFrame();
  return (
    <>
      <PageHead title={page.intro?.title ?? t(`page.list.${page.group}`)} lead={frame.description} />
      <div className="container page-body">
        {page.items.length > 0 ? (
          <Teasers items={page.items} level={2} />
        ) : (
          <EmptyState
            picture={page.group === 'blogs' ? 'chart' : 'gift'}
            title={t(`page.list.none_${page.group}`)}
            text={t('page.list.none_text')}
          >
            <LinkButton href={`${frame.langPrefix}/games`}>{t('menu.all_games')}</LinkButton>
          </EmptyState>
        )}
      </div>
      <GoodToKnow block={page.intro} />
    </>
  );
}
