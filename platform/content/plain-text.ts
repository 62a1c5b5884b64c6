const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/**
 * Converts HTML to text. Each block gets its own line, each list item begins with a hyphen, and bars separate table
 * cells. The function is safe only for the output of the platform's own Markdown renderer.
 */
export function plainTextOf(html: string): string {
  return html
    .replace(/\n/g, ' ')
    .replace(/<li[^>]*>/g, '\n- ')
    .replace(/<\/t[dh]>\s*<t[dh][^>]*>/g, ' | ')
    .replace(/<\/tr>/g, '\n')
    .replace(/<h[2-6][^>]*>|<summary>/g, '\n\n')
    .replace(/<\/(?:h[2-6]|p|ul|ol|table|summary|blockquote|pre)>/g, '\n\n')
    .replace(/<br[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n- \n+/g, '\n- ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
