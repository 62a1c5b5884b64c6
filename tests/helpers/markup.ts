/** One element of parsed markup. `text` is the text of the element and all its descendants. */
export interface MarkupElement {
  tag: string;
  attributes: Record<string, string>;
  children: MarkupElement[];
  parent: MarkupElement | null;
  text: string;
}

const voidTags = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const token =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([a-z0-9-]+)\s*>|<([a-z0-9-]+)((?:[^>"]|"[^"]*")*?)(\/?)>|[^<]+/giy;
const attribute = /([^\s=/]+)(?:="([^"]*)")?/g;

const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

/**
 * Parses markup in React's format, which is well-formed and has attributes in double quotes.
 * @throws for other markup, so that a test fails if a page leaves an element open
 */
export function parseMarkup(html: string): MarkupElement {
  const root: MarkupElement = { tag: '', attributes: {}, children: [], parent: null, text: '' };
  let open = root;
  const addText = (text: string) => {
    for (let element: MarkupElement | null = open; element; element = element.parent) element.text += text;
  };
  token.lastIndex = 0;
  while (token.lastIndex < html.length) {
    const at = token.lastIndex;
    const match = token.exec(html);
    if (!match) throw new Error(`Not markup: ${html.slice(at, at + 60)}`);
    const [all, closing, opening, attributes = '', selfClosing] = match;
    if (closing) {
      if (closing !== open.tag) throw new Error(`</${closing}> closes <${open.tag}>`);
      open = open.parent ?? root;
    } else if (opening) {
      const element: MarkupElement = {
        tag: opening,
        attributes: Object.fromEntries(
          Array.from(attributes.matchAll(attribute), ([, name = '', value = '']) => [name, decode(value)]),
        ),
        children: [],
        parent: open,
        text: '',
      };
      open.children.push(element);
      if (voidTags.has(opening) || selfClosing) continue;
      open = element;
      if (opening === 'script') {
        const end = html.indexOf('</script>', token.lastIndex);
        addText(html.slice(token.lastIndex, end));
        token.lastIndex = end;
      }
    } else if (!all.startsWith('<!')) {
      addText(decode(all));
    }
  }
  if (open !== root) throw new Error(`<${open.tag}> is never closed`);
  return root;
}

/** Returns all descendants of an element in document order. */
export function elementsOf(root: MarkupElement): MarkupElement[] {
  const found: MarkupElement[] = [];
  const add = (element: MarkupElement): void => {
    for (const child of element.children) {
      found.push(child);
      add(child);
    }
  };
  add(root);
  return found;
}

/** Returns all descendants of an element that have one of these tags, in document order. */
export const byTag = (root: MarkupElement, ...tags: string[]): MarkupElement[] =>
  elementsOf(root).filter(({ tag }) => tags.includes(tag));

/** Returns the element with this id. @throws if no element has the id */
export function byId(root: MarkupElement, id: string): MarkupElement {
  const found = elementsOf(root).find(({ attributes }) => attributes['id'] === id);
  if (!found) throw new Error(`No element has the id "${id}"`);
  return found;
}

/** Whether an element or one of its ancestors is hidden from screen readers. */
export const isHidden = (element: MarkupElement): boolean =>
  element.attributes['aria-hidden'] === 'true' || (element.parent !== null && isHidden(element.parent));
