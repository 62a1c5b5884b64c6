import type { ReactNode } from 'react';
import type { FairnessPage as FairnessPageProps } from '../../shared/pages/fairness.ts';
import { useFrame, useT } from '../layout/Strings.tsx';
import { Code } from './parts/Code.tsx';
import { Contents, FoldedContents } from './parts/Contents.tsx';
import { Facts } from './parts/Facts.tsx';
import { PageHead } from './parts/PageHead.tsx';

const sectionIds = [
  'steps',
  'proves',
  'verify',
  'root',
  'lines',
  'stream',
  'sampling',
  'numbers',
  'vectors',
  'returns',
] as const;

/** Explains one version of the draw method, with formats, test vectors and programs that check a draw. */
export function FairnessPage({ page }: { page: FairnessPageProps }) {
  const t = useT();
  const headings = sectionIds.map((id) => ({ id, text: t(`fairness.${id}.title`) }));
  return (
    <>
      <PageHead title={t('fairness.title')} lead={t('fairness.lead', { method: page.method })} />
      <div className="article article--with-side container">
        <FoldedContents headings={headings} />
        <article className="panel article__text fairness">
          <div className="prose">
            <Explanations />
            <Formats page={page} />
            <Vectors page={page} />
            <Returns page={page} />
          </div>
        </article>
        <aside className="article__side" aria-label={t('fairness.versions')}>
          <Versions page={page} />
          <Contents headings={headings} />
        </aside>
      </div>
    </>
  );
}

function Part({ id, children }: { id: (typeof sectionIds)[number]; children: ReactNode }) {
  const t = useT();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t(`fairness.${id}.title`)}</h2>
      {children}
    </section>
  );
}

function Versions({ page }: { page: FairnessPageProps }) {
  const t = useT();
  return (
    <div className="panel">
      <h2 className="panel__title">{t('fairness.versions')}</h2>
      <p>{t('fairness.versions_text')}</p>
      <ul>
        {page.versions.map(({ label, href, current }) => (
          <li key={href}>
            <a href={href} {...(current ? { 'aria-current': 'page' as const } : {})}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Explains the steps of a draw, what they prove, and how to check them. */
function Explanations() {
  const t = useT();
  const { langPrefix } = useFrame();
  const drawId = `{${t('fairness.place.draw_id')}}`;
  const receiptNumber = `{${t('fairness.place.receipt_number')}}`;
  const usage = ['python3 verify.py', 'node verify.mjs'].map(
    (program) => `${program} https://{${t('fairness.place.site')}} ${drawId} [${receiptNumber}]`,
  );
  const calls = [
    `POST /api/draws/verify ${JSON.stringify({ data: { drawId } })}`,
    `POST /api/draws/ticketProof ${JSON.stringify({ data: { drawId, receiptNumber } })}`,
  ];
  return (
    <>
      <Part id="steps">
        <ol>
          {['commit', 'open', 'close', 'draw', 'publish'].map((step) => (
            <li key={step}>
              <strong>{t(`fairness.steps.${step}`)}.</strong> {t(`fairness.steps.${step}_text`)}
            </li>
          ))}
        </ol>
      </Part>
      <Part id="proves">
        {['yes', 'no', 'beacon', 'record'].map((each) => (
          <p key={each}>{t(`fairness.proves.${each}`)}</p>
        ))}
      </Part>
      <Part id="verify">
        <p>{t('fairness.verify.browser')}</p>
        <p>{t('fairness.verify.text')}</p>
        <ul>
          <li>
            {t('fairness.verify.python')}:{' '}
            <a href="/verifiers/verify.py" download translate="no">
              verify.py
            </a>
          </li>
          <li>
            {t('fairness.verify.javascript')}:{' '}
            <a href="/verifiers/verify.mjs" download translate="no">
              verify.mjs
            </a>
          </li>
        </ul>
        <Code text={usage.join('\n')} />
        <p>{t('fairness.verify.calls')}</p>
        <Code text={calls.join('\n')} />
        <p>
          <a href={`${langPrefix}/developers`}>{t('fairness.verify.developers')}</a>
        </p>
      </Part>
    </>
  );
}

const lineFormats = [
  ['numbers', '4,11,23,31,36'],
  ['digits', 'straight:048'],
  ['raffle', '62D 48215'],
  ['symbols', 'lotus,bell,bell,star'],
  ['color', 'number:7 / color:red'],
] as const;

const kinds = ['balls', 'keno', 'digits', 'symbols', 'color', 'raffle'] as const;

/** Shows the formats and rules that another implementation needs. */
function Formats({ page }: { page: FairnessPageProps }) {
  const t = useT();
  return (
    <>
      <Part id="root">
        <p>{t('fairness.root.tree')}</p>
        <p>{t('fairness.root.leaf')}</p>
        <Code text={page.leafFormat} />
        <p>{t('fairness.root.proof')}</p>
      </Part>
      <Part id="lines">
        <p>{t('fairness.lines.text')}</p>
        <Facts
          facts={lineFormats.map(([name, text]) => ({
            label: t(`fairness.lines.${name}`),
            text,
            isData: true,
          }))}
        />
      </Part>
      <Part id="stream">
        <p>{t('fairness.stream.block')}</p>
        <Code text={page.messageFormat} />
        <p>{t('fairness.stream.numbers')}</p>
      </Part>
      <Part id="sampling">
        <p>{t('fairness.sampling.below')}</p>
        <p>{t('fairness.sampling.sample')}</p>
      </Part>
      <Part id="numbers">
        <p>{t('fairness.numbers.text')}</p>
        <dl className="facts">
          {kinds.map((kind) => (
            <div className="facts__row" key={kind}>
              <dt translate="no">{kind}</dt>
              <dd>{t(`fairness.numbers.${kind}`)}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </>
  );
}

function Vectors({ page }: { page: FairnessPageProps }) {
  const t = useT();
  const { seed, draws, leaves, roots } = page.vectors;
  return (
    <Part id="vectors">
      <p>{t('fairness.vectors.text')}</p>
      <Code text={seed} />
      {draws.map(({ drawId, parameters, drawn }) => (
        <Code key={drawId} text={`${drawId}\n${parameters}\n${drawn}`} />
      ))}
      <p>{t('fairness.vectors.roots')}</p>
      <Code text={leaves.join('\n')} />
      <Facts facts={roots.map(({ label, root }) => ({ label, text: root }))} />
    </Part>
  );
}

function Returns({ page }: { page: FairnessPageProps }) {
  const t = useT();
  return (
    <Part id="returns">
      <p>{t('fairness.returns.text')}</p>
      {page.returns.map(({ gameName, gameHref, rows }) => (
        <div key={gameHref}>
          <h3>
            <a href={`${gameHref}#prizes`}>{gameName}</a>
          </h3>
          <Facts facts={rows} />
        </div>
      ))}
    </Part>
  );
}
