import type { ReactNode } from 'react';
import type { DescribedFile, DevelopersPage as DevelopersPageProps } from '../../shared/pages/developers.ts';
import { useFrame, useT } from '../layout/Strings.tsx';
import { Code } from './parts/Code.tsx';
import { Contents, FoldedContents } from './parts/Contents.tsx';
import { PageHead } from './parts/PageHead.tsx';

const sectionIds = ['files', 'json', 'csv', 'rss', 'ics', 'caching', 'method', 'verify'] as const;
type SectionId = (typeof sectionIds)[number];

/** Describes the data of the site for programmers, with examples from the site's own files. */
export function DevelopersPage({ page }: { page: DevelopersPageProps }) {
  const t = useT();
  const headings = sectionIds.map((id) => ({ id, text: t(`developers.${id}.title`) }));
  return (
    <>
      <PageHead title={t('developers.title')} lead={t('developers.lead')} />
      <div className="article article--with-side container">
        <FoldedContents headings={headings} />
        <article className="panel article__text">
          <div className="prose">
            <Part id="files">
              <Code text={page.files.map(({ address }) => address).join('\n')} />
            </Part>
            {page.files.map((file) => (
              <File key={file.ending} file={file} />
            ))}
            <Caching request={page.request} />
            <Method page={page} />
            <Verify page={page} />
          </div>
        </article>
        <aside className="article__side" aria-label={t('page.article.contents')}>
          <Contents headings={headings} />
        </aside>
      </div>
    </>
  );
}

function Part({ id, hasText = true, children }: { id: SectionId; hasText?: boolean; children: ReactNode }) {
  const t = useT();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t(`developers.${id}.title`)}</h2>
      {hasText ? <p>{t(`developers.${id}.text`)}</p> : null}
      {children}
    </section>
  );
}

function File({ file: { ending, href, fields, example } }: { file: DescribedFile }) {
  const t = useT();
  return (
    <Part id={ending}>
      {href ? (
        <p>
          {t('developers.open')}:{' '}
          <a href={href} download translate="no">
            {href}
          </a>
        </p>
      ) : null}
      <h3>{t('developers.fields')}</h3>
      <dl className="facts fields">
        {fields.map(({ label, text }) => (
          <div className="facts__row" key={label}>
            <dt translate="no">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {example ? (
        <>
          <h3>{t('developers.example')}</h3>
          <Code text={example} />
        </>
      ) : null}
    </Part>
  );
}

function Caching({ request }: { request: string }) {
  const t = useT();
  return (
    <Part id="caching" hasText={false}>
      <ul>
        {['fresh', 'etag', 'encoding', 'origin', 'limit', 'errors'].map((name) => (
          <li key={name}>{t(`developers.caching.${name}`)}</li>
        ))}
      </ul>
      <Code text={request} />
    </Part>
  );
}

function Method({ page }: { page: DevelopersPageProps }) {
  const t = useT();
  return (
    <Part id="method">
      <ul>
        {page.methods.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
      <p>{t('developers.method.vectors')}</p>
      <p>
        <a href={page.vectorsHref} download translate="no">
          {page.vectorsHref}
        </a>
      </p>
    </Part>
  );
}

function Verify({ page }: { page: DevelopersPageProps }) {
  const t = useT();
  const { langPrefix } = useFrame();
  const { verify, commands } = page;
  return (
    <Part id="verify">
      <ul>
        {verify ? (
          <>
            <li>
              <a href={verify.recordHref} download={`${verify.drawId}.json`} translate="no">
                {verify.recordHref}
              </a>
            </li>
            <li>
              <a href={verify.pageHref} translate="no">
                {verify.pageHref}
              </a>
            </li>
          </>
        ) : null}
        {['verify.py', 'verify.mjs'].map((name) => (
          <li key={name}>
            <a href={`/verifiers/${name}`} download translate="no">
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p>
        {t('developers.verify.programs')} <a href={`${langPrefix}/fairness`}>{t('proof.how')}</a>
      </p>
      <Code text={commands} />
    </Part>
  );
}
