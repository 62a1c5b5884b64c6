import type { ReactNode } from 'react';
import type { ResultsFilter } from '../../../shared/pages/results.ts';
import { focusProps } from '../../forms/focus-props.ts';
import { useT } from '../../layout/Strings.tsx';

type FieldName = ResultsFilter['errors'][number]['field'];

/**
 * Returns the value if it is a day such as 2026-11-21, and otherwise ''. Browsers log a warning if a date field has
 * another value.
 */
const dayOf = (value: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : '');

const fieldId = (name: FieldName): string => `filter-${name}`;
const errorId = (name: FieldName): string => `filter-${name}-error`;

/**
 * The form that chooses the game and the days of the results page. The form uses GET, so that each filtered page has
 * its own address. It allows no day after today, and no last day before the first day (spec §5). The server checks both
 * rules too.
 */
export function FilterForm({ action, filter }: { action: string; filter: ResultsFilter }) {
  const t = useT();
  const errorOf = (name: FieldName) => filter.errors.find((error) => error.field === name)?.text;
  const [firstWrong] = filter.errors;
  const aria = (name: FieldName) => ({
    ...(errorOf(name) ? { 'aria-invalid': true, 'aria-describedby': errorId(name) } : {}),
    ...focusProps(firstWrong?.field === name, true),
  });
  return (
    <form
      className="filter"
      action={action}
      method="get"
      aria-label={t('page.results.filter')}
      data-enhance="results-filter"
      data-when="interaction"
    >
      {filter.errors.length > 0 ? (
        <div className="filter__alert" role="alert">
          <p>
            <strong>{t('page.results.wrong', { count: filter.errors.length })}</strong>{' '}
            {t('page.results.wrong_hint')}
          </p>
          <ul>
            {filter.errors.map(({ field, text }) => (
              <li key={field}>
                <a href={`#${fieldId(field)}`}>{text}</a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <Field name="game" label={t('page.results.game')} error={errorOf('game')}>
        <select
          className="filter__control"
          id={fieldId('game')}
          name="game"
          defaultValue={filter.game}
          {...aria('game')}
        >
          <option value="">{t('page.results.all_games')}</option>
          {filter.games
            .filter(({ value }) => value !== '')
            .map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </select>
      </Field>
      <Field name="from" label={t('page.results.from')} error={errorOf('from')}>
        <input
          className="filter__control"
          id={fieldId('from')}
          name="from"
          type="date"
          defaultValue={dayOf(filter.from)}
          max={filter.max}
          {...aria('from')}
        />
      </Field>
      <Field name="to" label={t('page.results.to')} error={errorOf('to')}>
        <input
          className="filter__control"
          id={fieldId('to')}
          name="to"
          type="date"
          defaultValue={dayOf(filter.to)}
          min={dayOf(filter.from)}
          max={filter.max}
          {...aria('to')}
        />
      </Field>
      <div className="filter__actions">
        <button className="button button--primary" type="submit">
          {t('page.results.submit')}
        </button>
        <a className="filter__reset" href={action}>
          {t('page.results.reset')}
        </a>
      </div>
    </form>
  );
}

function Field({
  name,
  label,
  error,
  children,
}: {
  name: FieldName;
  label: string;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="filter__field">
      <label className="filter__label" htmlFor={fieldId(name)}>
        {label}
      </label>
      {children}
      {error ? (
        <p className="filter__error" id={errorId(name)}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
