import { type ReactNode, startTransition, useState } from 'react';
import type { Field, Form, FormLink, FormSettings, Values } from '../../shared/forms/form.ts';
import type { Problem } from '../../shared/forms/submit-form.ts';
import type { Translate } from '../../shared/translate.ts';
import { Select } from '../ui/Select.tsx';
import { AvatarChoice } from './AvatarChoice.tsx';
import { CampaignInput } from './CampaignInput.tsx';
import { type ControlProps, inputProps } from './control-props.ts';
import { FileInput } from './FileInput.tsx';
import type { FocusProps } from './focus-props.ts';
import { OtpBoxes } from './OtpBoxes.tsx';
import { PasswordChecklist } from './PasswordChecklist.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { PasswordStrength } from './PasswordStrength.tsx';
import { Suggestions } from './Suggestions.tsx';
import { TabChoice } from './TabChoice.tsx';
import { WatchedInput } from './WatchedInput.tsx';

export interface FormFieldProps {
  field: Field;
  layout: Form['layout'];
  idPrefix: string;
  value: string;
  isLocked: boolean;
  /** Whether the field's warning is shown. */
  isWarned: boolean;
  problem: Problem | null;
  problemText: string;
  focus: FocusProps;
  settings: FormSettings;
  langPrefix: string;
  /** Chosen values of the form's lists and tabs. Empty without script. */
  choices: Values;
  t: Translate;
  /**
   * Called at each keystroke with the value of an OTP or password field. Called with the value of a list or tab when
   * the player chooses another option.
   */
  onValue: (value: string) => void;
  /** Called with the option that the player chose in a list or tab before React hydrated the field. */
  onEarlyValue: (value: string) => void;
}

/** Renders the label, control, hint and error message of one field. */
export function FormField(props: FormFieldProps) {
  const { field, idPrefix, problem, problemText, settings, t } = props;
  const id = `${idPrefix}-${field.name}`;
  const warning = props.isWarned && field.warning ? t(field.warning.text) : undefined;
  const ownHint = warning ?? settings.hints?.[field.name];
  const ownHintId = ownHint ? `${id}-own-hint` : undefined;
  // A field with a fixed value has a hint that explains why the player cannot change the value.
  const lockedHint = field.isFixed ? 'field.locked' : undefined;
  const usualHint = props.isLocked ? lockedHint : field.hint;
  const hint = problem ? undefined : usualHint;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = problem ? `${id}-error` : undefined;
  const isTick = field.control === 'tick';
  // The player cannot fill in a locked field, so do not mark it as optional.
  const isMarkedOptional = field.isOptional && !isTick && !props.isLocked;
  const suggested = settings.choices?.[field.name];
  const control: ControlProps = {
    field,
    id,
    value: props.value,
    isLocked: props.isLocked,
    isWrong: problem !== null,
    focus: props.focus,
    describedBy: [errorId, hintId, ownHintId].filter(Boolean).join(' ') || undefined,
  };
  if (field.control === 'avatar')
    return (
      <AvatarChoice
        {...control}
        problemText={problem ? problemText : ''}
        options={field.options?.(props.choices) ?? []}
        t={t}
      />
    );
  if (field.control === 'tabs')
    return <TabChoice {...control} t={t} onValue={props.onValue} onEarlyValue={props.onEarlyValue} />;
  const label = (
    <label className="field__label" htmlFor={id}>
      {t(field.label)}
      {isMarkedOptional ? <span className="field__optional"> {t('form.optional')}</span> : null}
    </label>
  );
  return (
    <div data-field={field.name} className={isTick ? 'field field--tick' : 'field'}>
      {isTick ? null : label}
      <FieldControl {...props} control={control} />
      {field.control === 'text' && suggested ? (
        <Suggestions inputId={id} options={suggested} label={t('form.suggested_amounts')} />
      ) : null}
      {isTick ? label : null}
      {field.link ? <LabelLink {...field.link} {...props} /> : null}
      {hint ? (
        <p className="field__hint" id={hintId}>
          {t(hint)}
        </p>
      ) : null}
      {ownHint ? (
        <p className="field__hint" id={ownHintId}>
          {ownHint}
        </p>
      ) : null}
      {problem ? (
        <p className="field__error" id={errorId}>
          {problemText}
        </p>
      ) : null}
    </div>
  );
}

function LabelLink({ label, href, langPrefix, t }: FormLink & { langPrefix: string; t: Translate }) {
  return (
    <a className="field__link form__link" href={`${langPrefix}${href}`}>
      {t(label)}
    </a>
  );
}

function FieldControl({
  control,
  layout,
  settings,
  choices,
  t,
  onValue,
  onEarlyValue,
}: FormFieldProps & { control: ControlProps }): ReactNode {
  const [password, setPassword] = useState('');
  const { field, value, isLocked } = control;
  const shared = inputProps(control);
  switch (field.control) {
    case 'password':
      return <PasswordInput {...control} t={t} onValue={onValue} />;
    case 'new-password':
      return (
        <>
          {/* The strength may follow after the typed character is shown. */}
          <PasswordInput {...control} t={t} onValue={(typed) => startTransition(() => setPassword(typed))} />
          {field.showsStrength ? (
            <PasswordStrength password={password} bounds={settings.bounds} t={t} />
          ) : null}
          <PasswordChecklist password={password} bounds={settings.bounds} t={t} />
        </>
      );
    case 'otp':
      return layout === 'wizard' && !isLocked ? (
        <OtpBoxes {...control} onValue={onValue} />
      ) : (
        <WatchedInput {...shared} onValue={onValue} />
      );
    case 'textarea':
      return <textarea {...shared} rows={6} />;
    case 'file':
      return <FileInput {...control} />;
    case 'date':
      return <input {...shared} type="date" />;
    case 'tick': {
      const { id, name, required } = shared;
      return (
        <input
          className="field__tick"
          type="checkbox"
          value="1"
          defaultChecked={value === '1'}
          {...{ id, name, required }}
          {...control.focus}
          aria-invalid={shared['aria-invalid']}
          aria-describedby={shared['aria-describedby']}
        />
      );
    }
    case 'phone-code':
    case 'select': {
      const isPhone = field.control === 'phone-code';
      const options = isPhone
        ? settings.lists.phoneCodes.map((code) => ({ value: code, label: code }))
        : (field.options?.(choices) ?? []);
      // A locked field shows the label of its option, and a hidden field sends the value.
      if (isLocked) {
        const name = options.find((option) => option.value === value)?.label ?? value;
        return (
          <>
            <input type="hidden" name={shared.name} value={value} />
            <input {...shared} name="" defaultValue={name} />
          </>
        );
      }
      const isEmpty = field.placeholder !== undefined;
      return (
        <Select
          id={shared.id}
          name={shared.name}
          required={!field.isOptional}
          disabled={field.isDisabled ?? false}
          autoComplete={shared.autoComplete}
          options={isEmpty ? [{ value: '', label: t(field.placeholder ?? '') }, ...options] : options}
          defaultValue={value || (field.initial ?? (isEmpty ? '' : options[0]?.value) ?? '')}
          onValue={onValue}
          onEarlyValue={onEarlyValue}
          search={isPhone ? 'phone-code' : 'text'}
          label={t(field.label)}
          notFound={t('form.not_found')}
          aria-invalid={shared['aria-invalid']}
          aria-describedby={shared['aria-describedby']}
          {...control.focus}
        />
      );
    }
    default:
      // E-mail fields use type="text", because a script cannot restore the cursor in inputs of type "email".
      return field.hasCampaign ? <CampaignInput {...shared} /> : <input {...shared} />;
  }
}
