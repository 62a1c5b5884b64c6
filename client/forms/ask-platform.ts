import type { Field, Form, Values } from '../../shared/forms/form.ts';
import { type MakeFormCall, type Problem, problemOf } from '../../shared/forms/submit-form.ts';

/**
 * Creates a function that checks a field by a call after the player has left the field. For example, it checks whether
 * a username is free. The function resolves to the problem of this field, if any. Other failures are ignored, because
 * the submit reports them.
 */
export function createAsking(form: Form, makeCall: MakeFormCall) {
  const asked = new Map<string, string>();
  return async (field: Field, values: Values): Promise<Problem | null> => {
    const value = values[field.name] ?? '';
    if (!field.asks || asked.get(field.name) === value) return null;
    asked.set(field.name, value);
    const answer = await makeCall(field.asks.call, field.asks.data(values));
    // Report no problem if the player has changed the value since, if the call was not made, or if it succeeded.
    if (asked.get(field.name) !== value || 'problem' in answer || answer.success) return null;
    asked.delete(field.name);
    const problem = problemOf(form, answer);
    return problem.field === field.name ? problem : null;
  };
}
