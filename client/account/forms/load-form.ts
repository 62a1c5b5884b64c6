import type { Form, FormSettings, Values } from '../../../shared/forms/form.ts';
import type { FormName } from '../../../shared/forms/forms.ts';
import { forms } from '../../../shared/forms/forms.ts';
import { emptyForm } from '../../../shared/forms/submit-form.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';

interface Given {
  /** Options that belong to the player, by the name of the field. */
  choices?: FormSettings['choices'];
  /** Initial values of the fields, if the screen has loaded them already. The form's `prefill` is then not called. */
  values?: Values;
}

/**
 * Loads what `AccountForm` needs to show a form in a screen. If the page answers a POST of this form, the view contains
 * the submitted values, and the call of `prefill` is not made. The form therefore also appears if the platform fails.
 */
export async function loadForm(
  name: FormName,
  { wording, call, submitted }: ScreenRequest,
  { choices, values }: Given = {},
): Promise<ScreenAnswer<FormView>> {
  const view = await wording.viewOfForm(name);
  const settings = choices ? { ...view.settings, choices } : view.settings;
  const form = forms[name](settings);
  const state = submitted?.name === name ? submitted.state : null;
  if (state) return shown({ ...view, settings, state });
  if (values || !form.prefill)
    return shown({ ...view, settings, prefilled: { ...newKeys(form), ...values } });
  const loaded = await form.prefill(call);
  if (loaded.kind !== 'ok') return unanswered(loaded, wording);
  return shown({ ...view, settings, prefilled: { ...newKeys(form), ...loaded.data } });
}

const shown = (view: FormView): ScreenAnswer<FormView> => ({ kind: 'shown', view });

/** Creates the idempotency key of a form that has one. */
function newKeys({ fields }: Form): Values {
  const keys = fields.filter(({ control }) => control === 'key');
  return Object.fromEntries(keys.map(({ name }) => [name, crypto.randomUUID()]));
}
