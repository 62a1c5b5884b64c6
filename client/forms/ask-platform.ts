import type { Field, Form, Values } from '../../shared/forms/form.ts';
import { type MakeFormCall, type Problem, problemOf } from '../../shared/forms/submit-form.ts';
import { afterPaint } from '../after-paint.ts';

/**
 * Creates a function that checks a field with a call after the player has left the field. For example, the call checks
 * whether a username is free. The function resolves to the problem of this field, or to null. It ignores other
 * failures, because the submit reports them.
 */
export function createAsking(form: Form, makeCall: MakeFormCall) {
  const asked = new Map<string, string>();
  return {
    ask: async (field: Field, values: Values): Promise<Problem | null> => {
      const value = values[field.name] ?? '';
      if (!field.asks || asked.get(field.name) === value) return null;
      asked.set(field.name, value);
      await afterPaint();
      const answer = await makeCall(field.asks.call, field.asks.data(values));
      // Report no problem in three cases: the player has changed the value since the call, the call could not be made,
      // or the call succeeded.
      if (asked.get(field.name) !== value || 'problem' in answer || answer.success) return null;
      asked.delete(field.name);
      const problem = problemOf(form, answer);
      return problem.field === field.name ? problem : null;
    },
    /** Discards the result of the last check of a field, because the player has edited the field. */
    forget: ({ name }: Pick<Field, 'name'>): void => void asked.delete(name),
  };
}
