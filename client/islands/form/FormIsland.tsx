import { forms } from '../../../shared/forms/forms.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { Form } from '../../forms/Form.tsx';
import { translateWith } from '../../forms/translate-with.ts';

/** A form in a page. Its texts are in the props, so no locale file is loaded. */
export function FormIsland({ view }: { view: FormView }) {
  const { name, settings, texts, langPrefix, formats, state } = view;
  return (
    <Form
      form={forms[name](settings)}
      settings={settings}
      t={translateWith(texts)}
      langPrefix={langPrefix}
      formats={formats}
      {...(state ? { initial: state } : {})}
    />
  );
}
