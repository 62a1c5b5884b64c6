import { sameSitePath } from '../../shared/domain/same-site-path.ts';
import type { Form } from '../../shared/forms/form.ts';
import { type FormName, forms } from '../../shared/forms/forms.ts';
import { settingsOf } from '../../shared/forms/settings.ts';
import type { FormPage } from '../../shared/pages/form.ts';
import { resources } from '../../shared/resources.ts';
import { metaOf, type PageLoader, type PageMeta, type PageRequest } from '../pages/loader.ts';
import { contentBlockOf } from '../pages/loaders/teasers.ts';
import type { CleanPage } from '../reads/clean-content.ts';
import { formViewOf } from '../words/form-view.ts';

/**
 * Returns the CMS text that is shown beside a form. The text is optional, because players must be able to log in and
 * sign up while the CMS fails.
 */
async function contentOf({ beside }: Form, { sources }: PageRequest): Promise<CleanPage | null> {
  return beside && 'content' in beside ? sources.optional(sources.content(beside.content)) : null;
}

function besideOf({ beside }: Form, { words }: PageRequest, content: CleanPage | null): FormPage['beside'] {
  if (content) return { kind: 'block', block: contentBlockOf(content.page) };
  if (!beside || 'content' in beside) return null;
  return { kind: 'banner', title: words.t(beside.title), text: words.t(beside.text) };
}

/** Returns the path that opens after the form. Returns null if the path is too long or belongs to another site. */
function repeatedPath(to: string | undefined): string | null {
  return to === undefined || to.length > resources.login.query.to ? null : sameSitePath(to);
}

/** Loads the page of a form that has not been submitted. This page is the same for every visitor. */
export async function loadFormPage(
  name: FormName,
  request: PageRequest,
): Promise<{ page: FormPage; meta: PageMeta }> {
  const { words, config } = request;
  const form = forms[name](settingsOf(forms[name], config, words.lang));
  const content = await contentOf(form, request);
  const own = (key: string): string => words.t(`form.${name}.${key}`);
  const beside = besideOf(form, request, content);
  const page: FormPage = {
    kind: 'form',
    title: own('title'),
    lead: own('lead'),
    picture: beside?.kind === 'banner' ? null : form.picture,
    heading: words.tOr(`form.${name}.heading`, '') || null,
    form: formViewOf(name, request),
    beside,
    note: words.tOr(`form.${name}.hint`, '') || null,
  };
  const meta = metaOf(request, {
    title: page.title,
    description: own('description'),
    // The CMS text may belong to another page. The title and description of that page must not be used for this form.
    cms: content?.page.slug === form.path.slice(1) ? content.page.head : null,
    canonicalPath: form.path,
    indexable: !form.fields.some(({ control }) => control === 'address'),
  });
  return { page, meta: { ...meta, to: repeatedPath(request.query['to']) } };
}

export function formLoader(name: FormName): PageLoader {
  return async (request) => ({ status: 200, ...(await loadFormPage(name, request)) });
}
