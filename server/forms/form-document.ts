import type { FormName } from '../../shared/forms/forms.ts';
import type { FormState } from '../../shared/forms/submit-form.ts';
import type { FormPage } from '../../shared/pages/form.ts';
import { privateAreas } from '../../shared/resources.ts';
import type { Deps } from '../deps.ts';
import { frameOf } from '../pages/frame.ts';
import { pageRequest } from '../pages/load-document.ts';
import { withoutForeignFiles } from '../render/foreign-sources.ts';
import { renderDocument } from '../render/render-document.ts';
import { loadFormPage } from './load-form.ts';

/** @param path the path of a form, without the language */
export function isInPrivateArea(path: string): boolean {
  return privateAreas.includes(path.split('/')[1] ?? '');
}

/**
 * Renders the page of a form for one visitor, for example with the errors of a submission. No cache stores this page.
 */
export async function formDocument(
  deps: Deps,
  { name, lang, path, to }: { name: FormName; lang: string; path: string; to: string | null },
  state: FormState | null,
): Promise<Buffer> {
  const address = { lang, path, params: {}, query: to === null ? {} : { to } };
  const request = pageRequest(deps, address, deps.createReads());
  const { words, config, siteUrl, now } = request;
  const { page, meta } = await loadFormPage(name, request);
  const shown: FormPage = { ...page, form: { ...page.form, state } };
  const frame = {
    ...frameOf(path, { ...meta, indexable: false }, words, config, siteUrl, now),
    ...(isInPrivateArea(path) ? withoutForeignFiles : {}),
  };
  return renderDocument(deps.client.createDocument({ frame, page: shown, t: words.t }));
}
