import { type Answer, ask } from './http.ts';
import type { TestSite } from './site.ts';

export type FormEntries = readonly (readonly [string, string])[] | Readonly<Record<string, string>>;

/**
 * Posts a page's form in the same way as a browser without script.
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

/** Returns the `<main>` element of a page as text, without the JSON data for hydration. */
export function formHtml({ text }: Answer): string {
  const main = /<main.*<\/main>/s.exec(text)?.[0] ?? '';
  return main.replace(/<script type="application\/json">.*?<\/script>/gs, '');
}
