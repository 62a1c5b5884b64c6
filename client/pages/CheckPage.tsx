import type { CheckPage as CheckPageProps } from '../../shared/pages/check.ts';
import { Check } from '../islands/check/Check.tsx';
import { Island } from '../islands/island.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { PageHead } from './parts/PageHead.tsx';

/** Shows the form that checks numbers, its answers, and how to read them. */
export function CheckPage({ page }: { page: CheckPageProps }) {
  const t = useT();
  const { langPrefix } = useFrame();
  return (
    <>
      <PageHead
        title={page.title}
        lead={page.lead}
        trail={[{ label: t('menu.results'), href: `${langPrefix}/results` }]}
      />
      <div className="container check">
        <Island name="check" of={Check} when="interaction" props={{ view: page.view }} />
        <section className="panel" aria-labelledby="check-notes">
          <h2 className="panel__title" id="check-notes">
            {t('check.about.title')}
          </h2>
          <dl className="check__about">
            {(['won', 'lost', 'unsure'] as const).map((kind) => (
              <div key={kind}>
                <dt className={`check__kind check__kind--${kind}`}>{t(`check.kind.${kind}`)}</dt>
                <dd>{t(`check.about.${kind}`)}</dd>
              </div>
            ))}
          </dl>
          <p className="panel__note">
            {t('check.about.receipt')} <a href={`${langPrefix}/claim-status`}>{t('menu.claim_status')}</a>
          </p>
        </section>
      </div>
    </>
  );
}
