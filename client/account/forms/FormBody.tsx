import { useLocation, useNavigate } from 'react-router-dom';
import { forms } from '../../../shared/forms/forms.ts';
import type { FormState } from '../../../shared/forms/submit-form.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { announce, playerChanged } from '../../api/announcements.ts';
import { openMessage } from '../../enhancements/popup-openers.ts';
import { Form } from '../../forms/Form.tsx';
import { translateWith } from '../../forms/translate-with.ts';
import { useNotice } from '../account-notice.ts';

export interface FormBodyProps {
  view: FormView;
  /** Whether the current screen stays open after a success. If false, the screen that `follow` names opens. */
  staysHere?: boolean;
}

/**
 * Renders the content of an `AccountForm`. After a success, the form's `follow` decides what happens. For the kind
 * `screen`, the named screen loads its data and shows the form's message. For every kind except `page`, the header
 * requests the player's data again. Without script, the form posts to its own path, even if it is part of another
 * screen.
 */
export function FormBody({ view, staysHere = false }: FormBodyProps) {
  const { name, settings, texts, langPrefix, formats, state, prefilled } = view;
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const showNotice = useNotice();
  const form = forms[name](settings);
  const t = translateWith(texts);
  const { follow } = form;

  const onDone = ({ done, next }: FormState): boolean => {
    if (follow.kind === 'page') {
      location.assign(langPrefix + follow.path(done));
      return true;
    }
    announce(playerChanged);
    if (follow.kind === 'leave') {
      const url = follow.url(done);
      void Promise.resolve(navigate(follow.path(done))).then(() => url === null || location.assign(url));
      return true;
    }
    if (follow.kind !== 'screen') return false;
    showNotice(t(follow.text));
    const target = staysHere ? `${pathname}${search}` : (next ?? follow.path);
    const { popup } = follow;
    void Promise.resolve(navigate(target, { replace: staysHere })).then(() => popup && openMessage(popup));
    return true;
  };

  return (
    // Each navigation changes the key. A form that is open before and after the navigation therefore starts again with
    // its initial values.
    <Form
      key={key}
      form={form}
      settings={settings}
      t={t}
      langPrefix={langPrefix}
      formats={formats}
      action={`${langPrefix}${form.path}`}
      onDone={onDone}
      {...(state ? { initial: state } : {})}
      {...(prefilled ? { prefilled } : {})}
    />
  );
}
