import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { CheckState, CheckView } from '../../../shared/pages/check.ts';
import { chunk } from '../../chunk.ts';
import { CheckAnswers } from './CheckAnswers.tsx';
import { CheckForm } from './CheckForm.tsx';
import type { LoadCheck } from './check-parts.ts';
import { answersId, fieldId } from './field-id.ts';

const load: LoadCheck = chunk(
  () => import('./browser-check.ts'),
  (module) => module,
);

/**
 * Returns the values of the form's filled fields, by the name of the field. `numbers` is included even if it is empty,
 * because the server makes a check only for a URL with this parameter.
 */
function queryOf(form: HTMLFormElement): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && (value !== '' || name === 'numbers')) query[name] = value;
  return query;
}

/**
 * Writes the query of a check into the page's URL, and into the links to the other languages. A reload or a change of
 * the language then repeats the check.
 */
function keepInAddress(query: Record<string, string>): void {
  const search = `?${new URLSearchParams(query)}`;
  history.replaceState(history.state, '', `${location.pathname}${search}`);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-footer__languages a'))
    link.search = search;
}

/**
 * The form that checks numbers, and its answers. The server renders both. With script, the browser makes the check
 * itself, with the same code as the server. If this fails, for example because the code cannot be loaded, the browser
 * submits the form to the server.
 */
export function Check({ view }: { view: CheckView }) {
  const [state, setState] = useState<CheckState>(view.state);
  const [isBusy, setBusy] = useState(false);
  const isOwn = useRef(false);

  useEffect(() => {
    load().catch(() => undefined);
  }, []);

  useEffect(() => {
    // Do not move the focus after hydration, because the visitor may be typing.
    if (!isOwn.current) return;
    const [error] = state.errors;
    const target = error ? fieldId(error.field) : answersId;
    document.getElementById(target)?.focus();
  }, [state]);

  const submit = async (form: HTMLFormElement) => {
    const query = queryOf(form);
    setBusy(true);
    try {
      const { checkInBrowser } = await load();
      const checked = await checkInBrowser(query, view);
      isOwn.current = true;
      keepInAddress(query);
      setState(checked);
    } catch {
      form.submit();
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
  };

  return (
    <div className="check__island">
      <CheckForm view={view} state={state} isBusy={isBusy} onSubmit={onSubmit} load={load} />
      <CheckAnswers state={state} texts={view.texts} />
    </div>
  );
}
