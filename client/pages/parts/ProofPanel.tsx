import type { DrawPage } from '../../../shared/pages/draw.ts';
import { useFrame, useT } from '../../layout/Strings.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { Facts } from './Facts.tsx';

/**
 * Shows whether a draw agrees with its commitment, which is the hash of the draw's secret seed. The data of the proof
 * are folded. A link opens the page that repeats the draw in the browser.
 */
export function ProofPanel({ page }: { page: DrawPage }) {
  const t = useT();
  const { langPrefix } = useFrame();
  const { proof, verifyHref } = page;
  if (!proof) return null;
  return (
    <section className="panel proof" id="proof" aria-labelledby="proof-title">
      <h2 className="panel__title" id="proof-title">
        {t('proof.title')}
      </h2>
      {proof.verdict ? (
        <p className="verdict" data-verdict={proof.verdict.mark}>
          {proof.verdict.text}
        </p>
      ) : null}
      <p>
        {proof.text} <a href={`${langPrefix}/fairness`}>{t('proof.how')}</a>
      </p>
      {verifyHref ? (
        <LinkButton look="secondary" href={verifyHref}>
          {t('verify.link')}
        </LinkButton>
      ) : null}
      <details className="proof__details">
        <summary>{t('proof.details')}</summary>
        <Facts facts={proof.facts} />
      </details>
    </section>
  );
}
