import type { ArticlePage as ArticlePageProps } from '../../shared/pages/article.ts';
import { Picture } from '../cards/Picture.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { publisherOf, StructuredData } from '../layout/StructuredData.tsx';
import { SampleNotice } from '../ui/SampleNotice.tsx';
import { Section } from '../ui/Section.tsx';
import { ShareButton } from '../ui/ShareButton.tsx';
import { Contents, FoldedContents, headingsOf } from './parts/Contents.tsx';
import { Facts } from './parts/Facts.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { Prose } from './parts/Prose.tsx';
import { Stories } from './parts/Stories.tsx';
import { Teasers } from './parts/Teasers.tsx';

/** Minimum number of sections for which the page shows a list of the sections beside the text. */
const longFrom = 3;

/** Shows a text of the CMS: a blog article, a promotion, or a page such as the terms. */
export function ArticlePage({ page }: { page: ArticlePageProps }) {
  const t = useT();
  const { group, backHref, facts, more } = page;
  const headings = headingsOf(page.html);
  const isLong = headings.length >= longFrom;
  const hasSide = isLong || facts.length > 0;
  return (
    <>
      <PageHead
        title={page.title}
        titleLang={page.lang ?? undefined}
        lead={page.lead ?? undefined}
        aside={page.picture ? <Picture name={page.picture} set={page.pictureSet} isFirst /> : null}
        {...(page.parent ? { trail: [page.parent] } : {})}
      >
        {page.date ? (
          <p className="page-head__date">
            {t('page.article.published')} <time dateTime={page.date}>{page.dateText}</time>
            {page.modified && page.modifiedText ? (
              <>
                {' · '}
                {t('page.article.changed')} <time dateTime={page.modified}>{page.modifiedText}</time>
              </>
            ) : null}
          </p>
        ) : null}
      </PageHead>
      <ArticleData page={page} />
      {page.isSample ? <SampleNotice /> : null}
      {page.stories.length > 0 ? <Stories stories={page.stories} /> : null}
      <div className={hasSide ? 'article article--with-side container' : 'article container'}>
        {isLong ? <FoldedContents headings={headings} /> : null}
        <article className="panel article__text" lang={page.lang ?? undefined}>
          <Prose html={page.html} tableLabel={t('page.table')} />
          {group && backHref ? (
            <>
              <ShareButton />
              <p className="article__back">
                <a href={backHref}>
                  <span aria-hidden="true">←</span> {t(`page.article.back_${group}`)}
                </a>
              </p>
            </>
          ) : null}
        </article>
        {hasSide ? (
          <aside className="article__side" aria-label={t('page.article.facts')}>
            {facts.length > 0 ? (
              <div className="panel">
                <h2 className="panel__title">{t('page.article.facts')}</h2>
                <Facts facts={facts} />
              </div>
            ) : null}
            {isLong ? <Contents headings={headings} /> : null}
          </aside>
        ) : null}
      </div>
      {group && more.length > 0 ? (
        <Section id="more" title={t(`page.article.more_${group}`)}>
          <Teasers items={more} level={3} />
        </Section>
      ) : null}
    </>
  );
}

/** Describes a blog article, or the questions and answers of the page, for search engines. */
function ArticleData({ page }: { page: ArticlePageProps }) {
  const t = useT();
  const { lang, description, picture } = useFrame();
  const siteName = t('site.name');
  if (page.questions.length > 0)
    return (
      <StructuredData
        of={() => ({
          '@type': 'FAQPage',
          inLanguage: lang,
          mainEntity: page.questions.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        })}
      />
    );
  if (page.group !== 'blogs') return null;
  return (
    <StructuredData
      of={(addressOf, canonical) => ({
        '@type': 'Article',
        headline: page.title,
        description,
        image: picture?.href ?? null,
        datePublished: page.date,
        dateModified: page.modified,
        // The CMS does not mark organisations. An author whose name contains the site's name is the organisation.
        author: page.author && {
          '@type': page.author.includes(siteName) ? 'Organization' : 'Person',
          name: page.author,
        },
        publisher: publisherOf(siteName, addressOf),
        mainEntityOfPage: canonical,
        inLanguage: lang,
      })}
    />
  );
}
