/** Marks of a text or picture of the CMS that client/styles/blocks.css styles. */
const marks = /^\/uploads\/| class="|src="\/uploads\/|<(?:h[56]|mark|ins|cite|figcaption)[\s>]/;

/**
 * Returns whether a page needs the styles of CMS blocks. The function checks all texts of the page, so that a new page
 * with CMS texts needs no entry here.
 */
export function needsBlockStyles(value: unknown): boolean {
  if (typeof value === 'string') return marks.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(needsBlockStyles);
}
