import { type Answer, ask } from './http.ts';
import type { TestSite } from './site.ts';

export type FormEntries = readonly (readonly [string, string])[] | Readonly<Record<string, string>>;

/**
 * Posts a page's form in the same way as a browser without JavaScript.
 * @param entries pairs of name and value, for tests that send a field twice
 */
export function postForm(
  site: TestSite,
  path: string,
  entries: FormEntries,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const pairs = Array.isArray(entries) ? entries : Object.entries(entries);
  const body = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  return postBody(site, path, body, headers);
}

/** Posts an arbitrary body to the URL of a page's form. */
export function postBody(
  site: TestSite,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(site.origin, path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: site.origin,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  });
}

/** A file that is posted in a form field, with the name and the type that the browser sends. */
export interface SentFile {
  field: string;
  content: Buffer;
  name?: string;
  type?: string;
}

/** Posts files to a call, or to a form in the same way as a browser without JavaScript. */
export async function postFiles(
  site: Pick<TestSite, 'origin'>,
  path: string,
  files: readonly SentFile[],
  headers: Record<string, string> = {},
): Promise<{ status: number; location: string | null; text: string }> {
  const body = new FormData();
  for (const { field, content, name = 'card.png', type = 'image/png' } of files)
    body.append(field, new File([new Uint8Array(content)], name, { type }));
  const response = await fetch(`${site.origin}${path}`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: site.origin, 'sec-fetch-site': 'same-origin', ...headers },
  });
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
  };
}

/** Returns the `<main>` element of a page as text, without the JSON data for hydration. */
export function formHtml({ text }: Pick<Answer, 'text'>): string {
  const main = /<main.*<\/main>/s.exec(text)?.[0] ?? '';
  return main.replace(/<script type="application\/json">.*?<\/script>/gs, '');
}
