import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { type CheckField, type CheckWay, checkWays } from '../../../shared/check/check-fields.ts';
import type { FormLabel } from '../../../shared/check/form-labels.ts';
import type { CheckState, CheckView } from '../../../shared/pages/check.ts';
import { focusProps } from '../../forms/focus-props.ts';
import type { LoadCheck } from './check-parts.ts';
import { answersId, errorId, fieldId } from './field-id.ts';
import { MyTickets } from './MyTickets.tsx';

interface Props {
  view: CheckView;
  state: CheckState;
  isBusy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  load: LoadCheck;
}

/** A date field accepts only days such as 2026-11-21. Browsers log a warning for other values. */
const dayOf = (value: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : '');

function labelsOf({ texts }: CheckView): (name: FormLabel) => string {
  return (name) => texts[name] ?? name;
}

function controlProps({ errors }: CheckState, field: CheckField, describedBy?: string) {
  const isWrong = errors.some((error) => error.field === field);
  const described = [describedBy, isWrong ? errorId(field) : null].filter(Boolean).join(' ');
  return {
    id: fieldId(field),
    name: field,
    className: 'field__input',
    ...(described ? { 'aria-describedby': described } : {}),
    ...(isWrong ? { 'aria-invalid': true } : {}),
    ...focusProps(errors[0]?.field === field, true),
  };
}

/**
 * The form of a check. It uses GET, so that each check has an address and works without script. The fields keep their
 * typed texts, because React does not control them.
 */
export function CheckForm({ view, state, isBusy, onSubmit, load }: Props) {
  const { games, values, action, longest } = view;
  const [gameId, setGameId] = useState(values.game);
  const form = useRef<HTMLFormElement>(null);
  const label = labelsOf(view);
  const hint = games.find(({ value }) => value === gameId)?.hint ?? label('numbers_hint');
  return (
    <form
      ref={form}
      className="check__form panel"
      action={`${action}#${answersId}`}
      method="get"
      noValidate
      onSubmit={onSubmit}
      aria-busy={isBusy}
    >
      <Field field="game" label={label('game')} state={state}>
        <select
          {...controlProps(state, 'game')}
          defaultValue={values.game}
          onChange={(event) => setGameId(event.currentTarget.value)}
        >
          <option value="">{label('choose_game')}</option>
          {games.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </Field>
      <Field field="numbers" label={label('numbers')} state={state}>
        <p className="field__hint" id="check-hint">
          {hint}
        </p>
        <textarea
          {...controlProps(state, 'numbers', 'check-hint')}
          rows={4}
          dir="auto"
          defaultValue={values.numbers}
          maxLength={longest.numbers}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <MyTickets view={view} load={load} gameId={gameId} form={form} onGame={setGameId} />
      </Field>
      <DrawWays view={view} state={state} />
      <button className="button button--primary" type="submit">
        {label(isBusy ? 'checking' : 'submit')}
      </button>
    </form>
  );
}

/** The three ways to choose the draws, with the fields of each way. */
function DrawWays({ view, state }: Pick<Props, 'view' | 'state'>) {
  const { values, today, longest } = view;
  const label = labelsOf(view);
  const fields: Record<CheckWay, ReactNode> = {
    last: (
      <Field field="last" label={label('last_count')} state={state}>
        <select {...controlProps(state, 'last')} defaultValue={values.last}>
          {view.drawCounts.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </Field>
    ),
    days: (
      <>
        <Field field="from" label={label('from')} state={state}>
          <input {...controlProps(state, 'from')} type="date" defaultValue={dayOf(values.from)} max={today} />
        </Field>
        <Field field="to" label={label('to')} state={state}>
          <input {...controlProps(state, 'to')} type="date" defaultValue={dayOf(values.to)} max={today} />
        </Field>
      </>
    ),
    draw: (
      <Field field="draw" label={label('draw_number')} state={state}>
        <input
          {...controlProps(state, 'draw')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values.draw}
          maxLength={longest.draw}
        />
      </Field>
    ),
  };
  return (
    <fieldset className="check__draws">
      <legend className="field__label">{label('draws')}</legend>
      {checkWays.map((by) => (
        <div key={by}>
          <div className="check__way">
            <label className="check__radio">
              <input type="radio" name="by" value={by} defaultChecked={values.by === by} /> {label(by)}
            </label>
            <div className="check__fields">{fields[by]}</div>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

function Field({
  field,
  label,
  state,
  children,
}: {
  field: CheckField;
  label: string;
  state: CheckState;
  children: ReactNode;
}) {
  const error = state.errors.find((each) => each.field === field);
  return (
    <div className="field">
      <label className="field__label" htmlFor={fieldId(field)}>
        {label}
      </label>
      {children}
      {error ? (
        <div className="field__error" id={errorId(field)}>
          <p>{error.text}</p>
          {error.details.length > 0 ? (
            <ul>
              {error.details.map((detail, index) => (
                <li key={index}>{detail}</li>
              ))}
            </ul>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
