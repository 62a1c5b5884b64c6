import type { ArticlePage as ArticlePageProps } from '../../shared/view/pages.ts';
import { Illustration } from '../cards/Illustration.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { Facts } from './parts/Facts.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { Prose } from './parts/Prose.tsx';
import { Teasers } from './parts/Teasers.tsx';

/** A text of the CMS: blog, promotion, or a page such as the terms. */
export function ArticlePage({ page }: { page: ArticlePageProps }) {
  const t = useT();
  const frame = useFrame();
  const { group, backHref, facts, more } = page;
  return (
    <>
      <PageHead
        title={page.title}
        lead={frame.description}
        aside={page.picture ? <Illustration name={page.picture} /> : null}
        {...(group && backHref ? { trail: [{ label: t(`page.list.${group}`), href: backHref }] } : {})}
      >
        {page.date ? (
          <p className="page-head__date">
            {t('page.article.published')} <time dateTime={page.date}>{page.dateText}</time>
          </p>
        ) : null}
      </PageHead>
      <div className={facts.length > 0 ? 'article article--with-facts container' : 'article container'}>
        <article className="panel article__text">
          <Prose html={page.html} tableLabel={t('page.table')} />
          {group && backHref ? (
            <p className="article__back">
              <a href={backHref}>
                <span aria-hidden="true">←</span> {t(`page.article.back_${group}`)}
              </a>
            </p>
          ) : null}
        </article>
        {facts.length > 0 ? (
          <aside className="panel article__facts" aria-labelledby="facts-title">
            <h2 className="panel__title" id="facts-title">
              {t('page.article.facts')}
            </h2>
            <Facts facts={facts} />
          </aside>
        ) : null}
      </div>
      {group && more.length > 0 ? (
        <section className="section" aria-labelledby="more-title">
          <div className="container">
            <h2 className="section__title" id="more-title">
              {t(`page.article.more_${group}`)}
            </h2>
            <Teasers items={more} level={3} />
          </div>
        </section>
      ) : null}
    </>
  );
}
