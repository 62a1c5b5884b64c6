import { useCallback } from 'react';

export interface PageSection {
  section: Element;
  /** The main heading of the page that contains the section. */
  heading: string | null;
}

/**
 * Loads a part of another page of this site, to show this part in a popup.
 * @throws if the page cannot be loaded or lacks the part
 */
export async function loadSection(path: string, selector: string, timeoutMs = 8000): Promise<PageSection> {
  const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const section = page.querySelector(selector);
  if (!section) throw new Error(`${path} has no ${selector}`);
  // Remove the ids, because this document can already contain the same ones.
  for (const element of [section, ...section.querySelectorAll('[id]')]) element.removeAttribute('id');
  return { section, heading: page.querySelector('h1')?.textContent ?? null };
}

export function SectionContent({ section, className }: { section: Element; className?: string }) {
  const show = useCallback(
    (element: HTMLElement | null) => {
      element?.replaceChildren(...[...section.childNodes].map((node) => document.importNode(node, true)));
    },
    [section],
  );
  return <div className={className} ref={show} />;
}
