import type { Form, FormSettings, Values } from '../../../shared/forms/form.ts';
import type { FormName } from '../../../shared/forms/forms.ts';
import type { FormState } from '../../../shared/forms/submit-form.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';

interface Given {
  /** Options that differ between players. The keys are names of fields. */
  choices?: FormSettings['choices'];
  hints?: FormSettings['hints'];
  /**
   * Initial values of the fields, if the screen has already loaded them. `loadForm` then does not call the form's
   * `prefill`.
   */
  values?: Values;
  /** New values of hidden fields. After a submission, they replace the submitted values. */
  fresh?: Values;
}

/**
 * Loads the data with which `AccountForm` shows a form in a screen. After a POST of this form, the view contains the
 * submitted values, and `prefill` is not called. The form therefore appears even if the platform fails.
 */
export async function loadForm(
  name: FormName,
  { wording, call, submitted }: ScreenRequest,
  { choices, hints, values, fresh }: Given = {},
): Promise<ScreenAnswer<FormView>> {
  const view = await wording.viewOfForm(name);
  const settings = { ...view.settings, ...(choices ? { choices } : {}), ...(hints ? { hints } : {}) };
  const form = await wording.declareForm(name, settings);
  const state = submitted?.name === name ? submitted.state : null;
  if (state) {
    const current = { ...state, values: { ...state.values, ...fresh } };
    return shown({ ...view, settings, state: withFreshKey(form, current) });
  }
  if (values || !form.prefill)
    return shown({ ...view, settings, prefilled: { ...newKeys(form), ...values, ...fresh } });
  const loaded = await form.prefill(call);
  if (loaded.kind !== 'ok') return unanswered(loaded, wording);
  return shown({ ...view, settings, prefilled: { ...newKeys(form), ...loaded.data, ...fresh } });
}

const shown = (view: FormView): ScreenAnswer<FormView> => ({ kind: 'shown', view });

/**
 * Replaces an idempotency key that the platform rejected. The platform rejects a key if an earlier request used it with
 * other data. That earlier request may have been carried out, even if its response was lost.
 */
function withFreshKey(form: Form, state: FormState): FormState {
  const rejected = form.fields.find(({ name }) => name === state.problem?.field);
  if (rejected?.sentBefore === undefined) return state;
  return {
    ...state,
    values: { ...state.values, ...newKeys(form) },
    problem: { field: null, key: rejected.sentBefore },
  };
}

/** Creates the idempotency key if the form has a field for it. */
function newKeys({ fields }: Form): Values {
  const keys = fields.filter(({ control }) => control === 'key');
  return Object.fromEntries(keys.map(({ name }) => [name, crypto.randomUUID()]));
}
