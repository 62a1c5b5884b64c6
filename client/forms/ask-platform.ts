import type { Field, Form, Values } from '../../shared/forms/form.ts';
import { type MakeFormCall, type Problem, problemOf } from '../../shared/forms/submit-form.ts';

/**
 * Creates the function that makes the call of a field that the player has left, for example whether a username is
 * free. It resolves to the problem at this field. Any other failure is ignored, because submitting reports it again.
 */
export function createAsking(form: Form, makeCall: MakeFormCall) {
  const asked = new Map<string, string>();
  return async (field: Field, values: Values): Promise<Problem | null> => {
    const value = values[field.name] ?? '';
    if (!field.asks || asked.get(field.name) === value) return null;
    asked.set(field.name, value);
    const answer = await makeCall(field.asks.call, field.asks.data(values));
    // The player has changed the value since, or the call was not made.
    if (asked.get(field.name) !== value || 'problem' in answer || answer.success) return null;
    asked.delete(field.name);
    const problem = problemOf(form, answer);
    return problem.field === field.name ? problem : null;
  };
}
