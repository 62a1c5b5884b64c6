/** Matches texts and pictures of the CMS that need the styles in client/styles/blocks.css. */
const marks = /^\/uploads\/| class="|src="\/uploads\/|<(?:h[56]|mark|ins|cite|figcaption)[\s>]/;

/**
 * Returns whether a page needs the styles of CMS blocks. The function checks all strings of the page's data, so that a
 * new kind of page needs no change here.
 */
export function needsBlockStyles(value: unknown): boolean {
  if (typeof value === 'string') return marks.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(needsBlockStyles);
}
