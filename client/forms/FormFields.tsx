import type { InputBounds } from '../../shared/domain/input-bounds.ts';
import type { Field, Form } from '../../shared/forms/form.ts';
import { type FormState, fieldsOf, stepOf } from '../../shared/forms/submit-form.ts';
import type { Translate } from '../../shared/translate.ts';
import { FormField } from './FormField.tsx';
import { focusProps } from './focus-props.ts';

/** Returns the visible fields of a step, and those of earlier steps. */
export function fieldsAt(form: Form, index: number): { current: Field[]; earlier: Field[] } {
  return {
    current: fieldsOf(form, stepOf(form, index)).filter(isDrawn),
    earlier: form.steps
      .slice(0, index)
      .flatMap((step) => fieldsOf(form, step))
      .filter(isDrawn),
  };
}

const isDrawn = ({ control }: Field): boolean => control !== 'captcha' && control !== 'address';

export interface FormFieldsProps {
  form: Form;
  state: FormState;
  /** The text of the problem, in the page's language. */
  problemText: string;
  /** Number of answers since the page loaded. 0 means that the state is still the one that the site rendered. */
  answers: number;
  isAnswerOfSite: boolean;
  idPrefix: string;
  bounds: InputBounds;
  phoneCodes: readonly string[];
  t: Translate;
  onOtp: (value: string) => void;
}

/** Renders the fields of a step. Fields of earlier steps are locked; a wizard hides them. */
export function FormFields(props: FormFieldsProps) {
  const { form, state, answers, isAnswerOfSite, onOtp } = props;
  const { current, earlier } = fieldsAt(form, state.step);
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
      <FormField
        // The key changes with each answer, so that the next one-time password is typed into an empty field.
        key={`${field.name} ${isLocked} ${field.control === 'otp' ? answers : ''}`}
        {...props}
        field={field}
        layout={form.layout}
        value={value}
        isLocked={isLocked}
        problem={field === wrong ? problem : null}
        focus={focusProps(field === focused, isAnswerOfSite)}
        onValue={(given) => {
          if (field.control === 'otp') onOtp(given);
        }}
      />
    );
  });
}
