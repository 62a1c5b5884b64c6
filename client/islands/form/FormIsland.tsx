import { forms } from '../../../shared/forms/forms.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import type { Translate } from '../../../shared/translate.ts';
import { Form } from '../../forms/Form.tsx';

/** A form in a page. Its texts are in the props, so no locale file is loaded. */
export function FormIsland({ view }: { view: FormView }) {
  const { name, settings, texts, langPrefix, formats, state } = view;
  const t: Translate = (key, values = {}) =>
    (texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_placeholder, value: string) =>
      String(values[value] ?? ''),
    );
  return (
    <Form
      form={forms[name](settings)}
      settings={settings}
      t={t}
      langPrefix={langPrefix}
      formats={formats}
      {...(state ? { initial: state } : {})}
    />
  );
}
