import type { FormName } from '../../shared/forms/forms.ts';
import type { FormState } from '../../shared/forms/submit-form.ts';
import type { FormPage } from '../../shared/pages/form.ts';
import type { Deps } from '../deps.ts';
import { frameOf } from '../pages/frame.ts';
import { pageRequest } from '../pages/load-document.ts';
import { renderDocument } from '../render/render-document.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import { loadFormPage } from './load-form.ts';

/**
 * Creates the page of a form after a submission. It belongs to one player and is never stored.
 * @returns null if a text of the page cannot be read
 */
export async function formDocument(
  deps: Deps,
  { name, lang, path }: { name: FormName; lang: string; path: string },
  state: FormState | null,
): Promise<Buffer | null> {
  const address = { lang, path, params: {}, query: {} };
  const request = pageRequest(deps, address, deps.createReads());
  const { words, config, siteUrl, now } = request;
  try {
    const { page, meta } = await loadFormPage(name, request);
    const shown: FormPage = { ...page, form: { ...page.form, state } };
    const frame = frameOf(path, { ...meta, indexable: false }, words, config, siteUrl, now);
    return await renderDocument(deps.client.createDocument({ frame, page: shown, t: words.t }));
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}
