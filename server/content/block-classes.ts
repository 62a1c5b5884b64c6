/** The WordPress classes that have rules in client/styles/blocks.css, and the site's classes for buttons. */
const known = new Set(
  (
    'alignleft alignright aligncenter alignwide alignfull has-text-align-left has-text-align-center ' +
    'has-text-align-right has-background has-drop-cap has-small-font-size has-large-font-size ' +
    'has-x-large-font-size is-style-rounded is-style-outline is-style-stripes is-style-dots is-style-plain ' +
    'wp-block-columns wp-block-column is-vertically-aligned-center is-vertically-aligned-bottom ' +
    'are-vertically-aligned-center are-vertically-aligned-bottom is-not-stacked-on-mobile ' +
    'wp-block-gallery blocks-gallery-grid blocks-gallery-item blocks-gallery-caption is-cropped ' +
    'gallery gallery-item gallery-caption wp-caption wp-caption-text wp-element-caption ' +
    'wp-block-image wp-block-table wp-block-embed wp-block-file wp-block-buttons wp-block-button ' +
    'wp-block-quote wp-block-pullquote wp-block-verse wp-block-preformatted wp-block-code ' +
    'wp-block-media-text wp-block-media-text__media wp-block-media-text__content has-media-on-the-right ' +
    'wp-block-cover wp-block-cover__image-background wp-block-cover__inner-container ' +
    'wp-block-separator wp-block-spacer wp-block-group wp-block-footnotes ' +
    'button button--primary'
  ).split(' '),
);
const numbered = /^(?:columns-[1-8]|gallery-columns-[1-9]|basis-(?:25|33|50|66|75))$/;

/** Widths of the columns that the block editor offers, in percent. Other widths become the nearest of these. */
const columnWidths = [25, 33, 50, 66, 75];

export const isBlockClass = (name: string): boolean => known.has(name) || numbered.test(name);

/**
 * Returns the class for the width of a column. WordPress writes the width as an inline style, such as
 * `flex-basis:66.66%`, but the content security policy allows no inline styles.
 */
export function columnClass(style: string | undefined): string | null {
  const percent = Number(/(?:^|;)\s*flex-basis:\s*(\d{1,2}(?:\.\d+)?)%/.exec(style ?? '')?.[1] ?? 0);
  if (percent === 0) return null;
  const nearest = columnWidths.toSorted(
    (one, other) => Math.abs(one - percent) - Math.abs(other - percent),
  )[0];
  return `basis-${nearest}`;
}
