import { Suspense } from 'react';
import type { Control, Field, Form, FormSettings, Values } from '../../shared/forms/form.ts';
import { type FormState, fieldsOf, isShown, stepOf } from '../../shared/forms/submit-form.ts';
import type { Translate } from '../../shared/translate.ts';
import { FormField } from './FormField.tsx';
import { focusProps } from './focus-props.ts';

/** Returns the visible fields of the current step, and all fields of the earlier steps. */
export function fieldsAt(form: Form, index: number, choices: Values): { current: Field[]; earlier: Field[] } {
  return {
    current: fieldsOf(form, stepOf(form, index)).filter((field) => isDrawn(field) && isShown(field, choices)),
    earlier: form.steps
      .slice(0, index)
      .flatMap((step) => fieldsOf(form, step))
      .filter(isDrawn),
  };
}

const hiddenControls = new Set<Control>(['captcha', 'address', 'key', 'hidden']);
const isDrawn = ({ control }: Field): boolean => !hiddenControls.has(control);

export interface FormFieldsProps {
  form: Form;
  state: FormState;
  problemText: string;
  /**
   * Number of responses and restarts of the form since the page loaded. While this number is 0, the form shows the
   * state that the site rendered.
   */
  answers: number;
  isAnswerOfSite: boolean;
  idPrefix: string;
  settings: FormSettings;
  langPrefix: string;
  /** Chosen values of the lists and tabs. They decide which fields and options the form shows. Empty without script. */
  choices: Values;
  /** Number of times that the player has changed the tab. Each change resets the fields below the tabs. */
  tabChanges: number;
  t: Translate;
  onOtp: (value: string) => void;
  onChoice: (name: string, value: string) => void;
  /** Receives an option that was chosen before React hydrated the form. */
  onEarlyChoice: (name: string, value: string) => void;
}

/**
 * Renders the fields of a step and of earlier steps. Fields of earlier steps are read-only. The layout `wizard` hides
 * them.
 */
export function FormFields(props: FormFieldsProps) {
  const { form, state, answers, isAnswerOfSite, choices, tabChanges, onOtp, onChoice } = props;
  const { current, earlier } = fieldsAt(form, state.step, choices);
  const { problem } = state;
  const wrong = current.find(({ name }) => name === problem?.field);
  // The first field of a new step receives the focus.
  const isNewStep = problem === null && state.notice !== null;
  const focused = wrong ?? (isNewStep ? current[0] : undefined);
  return [...earlier, ...current].map((field) => {
    const isLocked = earlier.includes(field);
    const value = state.values[field.name] ?? '';
    if (isLocked && form.layout === 'wizard')
      return <input key={field.name} type="hidden" name={field.name} value={value} />;
    return (
      <Suspense key={keyOf(field, { isLocked, answers, choices, tabChanges })}>
        <FormField
          {...props}
          field={field}
          layout={form.layout}
          value={value}
          isLocked={isLocked || field.isFixed?.(state.values) === true}
          isWarned={field.warning?.isShown(state.values) === true}
          problem={field === wrong ? problem : null}
          focus={focusProps(field === focused, isAnswerOfSite)}
          onValue={(given) => {
            if (field.control === 'otp') onOtp(given);
            if (field.options) onChoice(field.name, given);
          }}
          onEarlyValue={(given) => {
            if (field.options) props.onEarlyChoice(field.name, given);
          }}
        />
      </Suspense>
    );
  });
}

/**
 * Returns the React key of a field. A new key resets the field. The field is then empty, or shows the first option of
 * its list. The key of a text field must not change when script takes over, because the player may be typing.
 */
function keyOf(
  { name, control, options }: Field,
  {
    isLocked,
    answers,
    choices,
    tabChanges,
  }: Pick<FormFieldsProps, 'answers' | 'choices' | 'tabChanges'> & { isLocked: boolean },
): string {
  switch (control) {
    // Each response resets the one-time password field, so that the player types the next password into an empty field.
    case 'otp':
      return `${name} ${isLocked} ${answers}`;
    // A change of the options resets the list. For example, the list of states changes with the chosen country.
    case 'select':
      return [name, ...(options?.(choices) ?? []).map(({ value }) => value)].join(' ');
    // When the player chooses another tab, reset the fields below the tabs, but not the tabs themselves.
    case 'tabs':
      return name;
    default:
      return `${name} ${isLocked} ${tabChanges}`;
  }
}
