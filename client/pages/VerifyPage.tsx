import type { VerifyPage as VerifyPageProps, VerifyStepView } from '../../shared/pages/verify.ts';
import { serialiseProps } from '../islands/serialise-props.ts';
import { useFrame, useT } from '../layout/Strings.tsx';
import { CopyValue } from './parts/CopyValue.tsx';
import { Facts } from './parts/Facts.tsx';
import { PageHead } from './parts/PageHead.tsx';

/** Shows the published data of a draw, step by step. client/enhancements/verify.ts repeats the draw from this data. */
export function VerifyPage({ page }: { page: VerifyPageProps }) {
  const t = useT();
  const { langPrefix } = useFrame();
  const { check, coming, drawHref, drawText } = page;
  return (
    <>
      <PageHead
        trail={[
          { label: t('menu.results'), href: `${langPrefix}/results` },
          { label: page.gameName, href: page.gameResultsHref },
          ...(drawHref ? [{ label: drawText, href: drawHref }] : []),
        ]}
        title={page.title}
        current={t('verify.crumb')}
        lead={page.lead}
      />
      <div className="verify container">
        {check ? <Check check={check} /> : null}
        {coming ? (
          <section className="panel" aria-labelledby="coming-title">
            <h2 className="panel__title" id="coming-title">
              {t('verify.coming.title')}
            </h2>
            <p>
              {coming.text} {t('verify.coming.keep')}
            </p>
            <Facts facts={coming.facts} />
          </section>
        ) : null}
        <Own page={page} />
        <p className="verify__more">
          {drawHref ? <a href={drawHref}>{t('verify.draw_page')}</a> : null}
          <a href={`${langPrefix}/fairness`}>{t('proof.how')}</a>
        </p>
      </div>
    </>
  );
}

function Check({ check: { steps, record } }: { check: NonNullable<VerifyPageProps['check']> }) {
  const t = useT();
  const status = (name: string) => t(`verify.status.${name}`);
  return (
    <>
      <div
        className="verify__check"
        data-enhance="verify"
        data-when="load"
        data-running={t('verify.running')}
        data-verified={t('verify.verified')}
        data-corrected={t('verify.corrected')}
        data-failed={t('verify.failed', { step: '{step}' })}
        data-step-passed={status('passed')}
        data-step-failed={status('failed')}
        data-step-unproven={status('unproven')}
        data-step-skipped={status('skipped')}
        data-step-waiting={status('waiting')}
      >
        <div className="panel verify__verdict when-scripted">
          <output className="verdict" data-verdict="waiting">
            {t('verify.waiting')}
          </output>
          <button className="button button--secondary" type="button" data-again="">
            {t('verify.again')}
          </button>
        </div>
        <noscript>
          <p className="panel">{t('verify.without_script')}</p>
        </noscript>
        <h2>{t('verify.steps_title')}</h2>
        <ol className="verify__steps">
          {steps.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ol>
      </div>
      <script type="application/json" dangerouslySetInnerHTML={{ __html: serialiseProps(record) }} />
    </>
  );
}

function Step({ step }: { step: VerifyStepView }) {
  const t = useT();
  const { id, title, text, facts, message, placeholder, published } = step;
  return (
    <li className="panel verify-step" data-step={id} data-status="waiting">
      <div className="verify-step__head">
        <h3 className="verify-step__title">{title}</h3>
        <span className="verify-step__status when-scripted">{t('verify.status.waiting')}</span>
      </div>
      <p>{text}</p>
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      {message === null ? null : (
        <div className="verify-step__value">
          <h4 className="verify-step__label">{t('verify.data.message')}</h4>
          <pre className="verify-step__data" translate="no">
            {message}
          </pre>
        </div>
      )}
      {placeholder === null ? null : (
        <div className="verify-step__value when-scripted">
          <h4 className="verify-step__label">{t('verify.computed')}</h4>
          <code className="verify-step__data" translate="no" data-computed="">
            {placeholder}
          </code>
        </div>
      )}
      {published === null ? null : (
        <div className="verify-step__value">
          <h4 className="verify-step__label">{t('verify.published')}</h4>
          <CopyValue label={title} text={published} />
        </div>
      )}
    </li>
  );
}

/** Explains how a visitor repeats the draw with programs that share no code with the site. */
function Own({ page }: { page: VerifyPageProps }) {
  const t = useT();
  return (
    <section className="panel" aria-labelledby="own-title">
      <h2 className="panel__title" id="own-title">
        {t('verify.own.title')}
      </h2>
      <p>{t('verify.own.text')}</p>
      <ul>
        {['verify.py', 'verify.mjs'].map((name) => (
          <li key={name}>
            <a href={`/verifiers/${name}`} download translate="no">
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href={page.recordHref} download={`${page.drawId}.json`}>
            {t('verify.own.record')}
          </a>
        </li>
      </ul>
      <pre className="verify-step__data" translate="no">
        {page.commands.join('\n')}
      </pre>
      <p>{t('verify.own.command')}</p>
      <pre className="verify-step__data" translate="no">
        {page.siteCommand}
      </pre>
    </section>
  );
}
