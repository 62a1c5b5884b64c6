import type { SearchFound, SearchPage as SearchPageProps } from '../../shared/pages/search.ts';
import { resources } from '../../shared/resources.ts';
import { Picture } from '../cards/Picture.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from './parts/EmptyState.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { hasText, Prose } from './parts/Prose.tsx';
import { SearchForm } from './search/SearchForm.tsx';

/**
 * Shows the search box, and below it either the hits or a text that explains the search. The script of the form replaces
 * the elements with the ids `search-summary` and `search-found` while the visitor types.
 */
export function SearchPage({ page }: { page: SearchPageProps }) {
  const t = useT();
  const { langPrefix } = useFrame();
  const { title, keyword, error, problem, found, help } = page;
  return (
    <>
      <PageHead title={title} />
      <div className="container results-filter">
        <SearchForm
          action={`${langPrefix}${resources.search.path}`}
          keyword={keyword}
          error={error}
          isStart={found === null && problem === null}
        />
      </div>
      <div className="container search">
        <output className="search__summary" id="search-summary">
          {problem ?? found?.summary}
        </output>
        <div id="search-found">
          {found ? <Found found={found} /> : null}
          {help && hasText(help.html) ? (
            <div className="panel">
              <Prose html={help.html} tableLabel={t('page.table')} />
            </div>
          ) : null}
        </div>
      </div>
    </>
  );
}

function Found({ found }: { found: SearchFound }) {
  const t = useT();
  const { tabs, hits, moreHref, firstHref } = found;
  const current = tabs.find(({ isCurrent }) => isCurrent);
  if (!current)
    return <EmptyState picture="map" title={t('search.none_title')} text={t('search.none_text')} />;
  return (
    <>
      <nav className="tabs__list" aria-label={t('search.tabs')}>
        {tabs.map(({ category, count, href, isCurrent }) => (
          <a className="tabs__tab" key={category} href={href} aria-current={isCurrent ? 'page' : undefined}>
            {t(`search.category.${category}`)} <span className="search__count">({count})</span>
          </a>
        ))}
      </nav>
      <h2 className="visually-hidden">{t(`search.category.${current.category}`)}</h2>
      {hits.length > 0 ? (
        <ol className="search__hits">
          {hits.map(({ title, text, href, picture }) => (
            <li className="search__hit panel" key={href}>
              <div className="search__picture">
                <Picture name={picture} />
              </div>
              <div>
                <h3 className="search__title">
                  <a href={href}>{title}</a>
                </h3>
                <p className="search__text">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <p>{t('search.none_here')}</p>
      )}
      {moreHref || firstHref ? (
        <nav className="pager" aria-label={t('search.pages')}>
          {firstHref ? (
            <LinkButton look="secondary" href={firstHref}>
              <span aria-hidden="true">←</span> {t('search.first')}
            </LinkButton>
          ) : null}
          {moreHref ? (
            <LinkButton look="secondary" rel="next" href={moreHref}>
              {t('search.more')} <span aria-hidden="true">→</span>
            </LinkButton>
          ) : null}
        </nav>
      ) : null}
    </>
  );
}
