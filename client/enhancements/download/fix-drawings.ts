/** SVG properties that the styles can set on the shapes of a picture. */
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
 * Copies the computed styles of all shapes into attributes, because html-to-image ignores the page's styles inside
 * `<svg>`.
 */
export function fixDrawings(root: HTMLElement): void {
  for (const part of root.querySelectorAll('svg *')) {
    const style = getComputedStyle(part);
    for (const name of looks) part.setAttribute(name, style.getPropertyValue(name));
  }
}
