import type { Form } from '../../shared/forms/form.ts';
import type { Formats } from '../../shared/pages/form.ts';
import type { Translate } from '../../shared/translate.ts';
import { ClaimResult, isClaimStatus } from './ClaimResult.tsx';
import type { FocusProps } from './focus-props.ts';

/** The confirmation that replaces a form after its last call succeeded. */
export function FormDone({
  form,
  data,
  next,
  formats,
  focus,
  langPrefix,
  t,
}: {
  form: Form;
  /** Data of the response to the form's last call. */
  data: unknown;
  /** Path of the page that the confirmation links to, including the language prefix. */
  next: string | null;
  formats: Formats;
  focus: FocusProps;
  langPrefix: string;
  t: Translate;
}) {
  const { follow } = form;
  if (follow.kind === 'claim' && isClaimStatus(data))
    return (
      <ClaimResult claim={data} formats={formats} focus={focus} again={`${langPrefix}${form.path}`} t={t} />
    );
  if (follow.kind !== 'message' && follow.kind !== 'welcome') return null;
  const { title, text } = follow;
  const link =
    follow.kind === 'message'
      ? follow.link && { ...follow.link, href: `${langPrefix}${follow.link.href}` }
      : { label: 'form.continue', href: next ?? (langPrefix || '/'), popup: undefined };
  return (
    <div className="form-done">
      <h2 className="form-done__title" tabIndex={-1} {...focus}>
        {t(title)}
      </h2>
      <p className="form-done__text">{t(text, textValues(data))}</p>
      {link ? (
        <a className="button button--primary" href={link.href} data-popup={link.popup}>
          {t(link.label)}
        </a>
      ) : null}
    </div>
  );
}

/** Returns the string fields of a call's response, for use as placeholders in the confirmation text. */
function textValues(data: unknown): Record<string, string> {
  if (typeof data !== 'object' || data === null) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
