/** What the styles may set on a part of a drawing. */
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
 * Writes the look of each part of the drawings inside into its attributes: html-to-image copies what is inside
 * an `<svg>` without the styles of the page. Styles come before attributes, so nothing changes to the eye.
 * @returns how to take the attributes away again
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
