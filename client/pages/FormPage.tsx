import { forms } from '../../shared/forms/forms.ts';
import type { FormPage as FormPageProps } from '../../shared/pages/form.ts';
import { Illustration } from '../cards/Illustration.tsx';
import { FormIsland } from '../islands/form/FormIsland.tsx';
import { Island } from '../islands/island.tsx';
import { useT } from '../layout/Strings.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { Prose } from './parts/Prose.tsx';

/** Shows a form next to a text of the site or the CMS. */
export function FormPage({ page }: { page: FormPageProps }) {
  const t = useT();
  const { beside, heading, note, form } = page;
  const { visitorsOnly } = forms[form.name](form.settings);
  return (
    <>
      <PageHead
        title={page.title}
        lead={page.lead}
        aside={page.picture ? <Illustration name={page.picture} /> : null}
      />
      <div className={beside ? 'form-page form-page--with-side container' : 'form-page container'}>
        <section
          className="panel form-page__form"
          aria-label={heading ?? page.title}
          {...(visitorsOnly
            ? { 'data-enhance': 'visitors-only', 'data-when': 'load', 'data-lang-prefix': form.langPrefix }
            : {})}
        >
          {heading ? <h2 className="panel__title">{heading}</h2> : null}
          <Island name="form" of={FormIsland} when="interaction" props={{ view: form }} />
          {note ? <p className="panel__note">{note}</p> : null}
        </section>
        {beside?.kind === 'banner' ? (
          <aside className="form-banner">
            <div className="form-banner__picture">
              <Illustration name="balls" />
            </div>
            <p className="form-banner__title">{beside.title}</p>
            <p>{beside.text}</p>
          </aside>
        ) : null}
        {beside?.kind === 'block' ? (
          <section className="panel form-page__side" aria-label={beside.block.title}>
            <Prose html={beside.block.html} tableLabel={t('page.table')} />
          </section>
        ) : null}
      </div>
    </>
  );
}
