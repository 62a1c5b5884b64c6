import type { ReactNode } from 'react';
import { Form, Link } from 'react-router-dom';
import type { ChoiceView, FilterView, ListView } from './list-view.ts';

interface FilterProps {
  filter: FilterView;
  texts: ListView['texts'];
}

/**
 * Returns the value if it is a day such as 2026-11-21, and otherwise ''. Browsers log a warning if a date field has
 * another value.
 */
const dayOf = (value: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : '');

/**
 * The filter of a list. It uses links and a GET form, so that it works without script and each filtered list has its
 * own address.
 */
export function ListFilter({ filter, texts }: FilterProps) {
  const { choices, days, errors, isSet } = filter;
  const links = choices.filter(({ look }) => look === 'links');
  if (links.length === 0 && !days && errors.length === 0) return null;
  return (
    <div className="list__filter">
      {links.map((choice) => (
        <ChoiceLinks key={choice.name} choice={choice} />
      ))}
      {errors.length > 0 ? (
        <div className="filter__alert" role="alert">
          <p>
            <strong>{texts.wrong}</strong>
          </p>
          <ul>
            {errors.map(({ field, text }) => (
              <li key={field}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {days ? (
        // Each change of the filter changes the key. React then creates the form again with the new values.
        <details key={JSON.stringify(filter)} className="list__fold" open={isSet}>
          <summary className="list__fold-summary">
            <span>
              {texts.filter}
              {days.text ? <span className="list__fold-days"> {days.text}</span> : null}
            </span>
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <path d="m2 4 4 4 4-4" />
            </svg>
          </summary>
          <FilterFields filter={filter} texts={texts} days={days} />
        </details>
      ) : null}
    </div>
  );
}

/** The choices and days of the filter, as a form that requests the filtered list. */
function FilterFields({ filter, texts, days }: FilterProps & { days: NonNullable<FilterView['days']> }) {
  const { choices, resetHref } = filter;
  return (
    <Form className="filter list__form" action={resetHref} method="get" aria-label={texts.filter}>
      {choices.map((choice) =>
        choice.look === 'links' ? (
          <LinkedChoice key={choice.name} choice={choice} />
        ) : (
          <Field key={choice.name} name={choice.name} label={choice.label} filter={filter}>
            {(props) => (
              <select {...props} defaultValue={choice.value}>
                {choice.options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ),
      )}
      <Field name="from" label={texts.from} filter={filter}>
        {(props) => <input {...props} type="date" defaultValue={dayOf(days.from)} max={days.today} />}
      </Field>
      <Field name="to" label={texts.to} filter={filter}>
        {(props) => <input {...props} type="date" defaultValue={dayOf(days.to)} max={days.today} />}
      </Field>
      <div className="filter__actions">
        <button className="button button--primary" type="submit">
          {texts.submit}
        </button>
        <Link className="filter__reset" to={resetHref}>
          {texts.reset}
        </Link>
      </div>
    </Form>
  );
}

/**
 * A hidden field with the option that the player has chosen by a link. It keeps this option when the player submits the
 * form.
 */
function LinkedChoice({ choice: { name, value } }: { choice: ChoiceView }) {
  return value ? <input type="hidden" name={name} value={value} /> : null;
}

interface ControlProps {
  className: string;
  id: string;
  name: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

function Field({
  name,
  label,
  filter: { errors },
  children,
}: {
  name: string;
  label: string;
  filter: FilterView;
  children: (props: ControlProps) => ReactNode;
}) {
  const id = `filter-${name}`;
  const error = errors.find(({ field }) => field === name);
  const describedBy = `${id}-error`;
  return (
    <div className="filter__field">
      <label className="filter__label" htmlFor={id}>
        {label}
      </label>
      {children({
        className: 'filter__control',
        id,
        name,
        ...(error ? { 'aria-invalid': true, 'aria-describedby': describedBy } : {}),
      })}
      {error ? (
        <p className="filter__error" id={describedBy}>
          {error.text}
        </p>
      ) : null}
    </div>
  );
}

function ChoiceLinks({ choice: { label, value, options } }: { choice: ChoiceView }) {
  return (
    <nav className="list__choice" aria-label={label}>
      <ul>
        {options.map((option) => (
          <li key={option.value}>
            <Link to={option.href} {...(option.value === value ? { 'aria-current': 'true' as const } : {})}>
              {option.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
