/** Properties that the styles can set on the parts of a drawing. */
const looks = [
  'fill',
  'fill-opacity',
  'opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-width',
];

/**
 * Copies the computed styles of all drawing parts into attributes, because html-to-image ignores the page's styles
 * inside `<svg>`. Styles override attributes, so the page itself does not change.
 * @returns a function that removes the attributes
 */
export function steadyDrawings(element: HTMLElement): () => void {
  const undo: (() => void)[] = [];
  for (const part of element.querySelectorAll('svg *')) {
    const style = getComputedStyle(part);
    for (const name of looks) {
      const before = part.getAttribute(name);
      part.setAttribute(name, style.getPropertyValue(name));
      undo.push(() => {
        if (before === null) part.removeAttribute(name);
        else part.setAttribute(name, before);
      });
    }
  }
  return () => {
    for (const act of undo) act();
  };
}
