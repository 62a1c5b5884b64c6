import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import markdownIt from 'markdown-it';
import type { FrontMatter } from './front-matter.ts';

type Layout = FrontMatter['layout'];

/** An error in the Markdown of a text. The caller adds the file name. */
export class MarkdownFault extends Error {
  override name = 'MarkdownFault';
}

function textOf(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .map((child) => (child.type === 'softbreak' ? ' ' : child.content))
    .join('')
    .trim();
}

/**
 * Returns the id of a section with this heading. The id keeps letters of any script, and combining marks, because Hindi
 * needs them.
 */
function slugOf(text: string): string {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'section'
  );
}

/**
 * Removes `{#id}` from the end of a heading and sets it as the heading's id. Links to this id then work in every
 * language, although the text of the heading is translated.
 */
function readHeadingIds(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    const inline = state.tokens[index + 1];
    if (token.type !== 'heading_open' || inline === undefined) continue;
    const match = /^(.*\S)\s+\{#([^{}]*)\}$/.exec(inline.content);
    if (match === null) continue;
    const [, text = '', id = ''] = match;
    if (!/^[a-z][a-z0-9-]*$/.test(id)) throw new MarkdownFault(`"${id}" is not a valid id of a heading`);
    inline.content = text;
    token.attrSet('id', id);
  }
}

/**
 * Checks the levels of the headings. The highest level is h2, because the page title is the h1. No level may be skipped
 * (WCAG 1.3.1). Adds an id to each heading that has none.
 */
function checkAndAnchorHeadings(state: StateCore): void {
  const used = new Map<string, number>();
  let above = 1;
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const level = Number(token.tag.slice(1));
    const text = textOf(state.tokens[index + 1]);
    if (level === 1) throw new MarkdownFault(`"${text}" is an h1, but the title is the page's h1`);
    if (level > above + 1) throw new MarkdownFault(`"${text}" is an h${level} under an h${above}`);
    above = level;
    const written = token.attrGet('id')?.toString();
    const slug = written ?? slugOf(text);
    const count = (used.get(slug) ?? 0) + 1;
    if (written !== undefined && count > 1) throw new MarkdownFault(`two headings have the id "${slug}"`);
    used.set(slug, count);
    token.attrSet('id', count === 1 ? slug : `${slug}-${count}`);
  }
}

function tag(state: StateCore, name: string, nesting: 1 | -1): Token {
  const token = new state.Token(`${name}_${nesting === 1 ? 'open' : 'close'}`, name, nesting);
  token.block = true;
  return token;
}

/** In the layout `questions`, wraps each h3 section into <details>, because <details> opens without a script. */
function foldQuestions(state: StateCore): void {
  if (state.env.layout !== ('questions' satisfies Layout)) return;
  const folded: Token[] = [];
  let open = false;
  const close = () => {
    if (open) folded.push(tag(state, 'details', -1));
    open = false;
  };
  for (const token of state.tokens) {
    if (token.type === 'heading_open' && (token.tag === 'h2' || token.tag === 'h3')) close();
    if (token.tag === 'h3' && token.type === 'heading_open') {
      const details = tag(state, 'details', 1);
      details.attrs = token.attrs;
      folded.push(details, tag(state, 'summary', 1));
      open = true;
    } else if (token.tag === 'h3' && token.type === 'heading_close') {
      folded.push(tag(state, 'summary', -1));
    } else {
      folded.push(token);
    }
  }
  close();
  state.tokens = folded;
}

/** Removes markdown-it's inline cell alignment, which the site's CSP blocks. Adds `scope` to header cells. */
function cleanCells(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'td_open') token.attrs = null;
    if (token.type !== 'th_open') continue;
    if (textOf(state.tokens[index + 1]) === '') throw new MarkdownFault('a table has an empty header cell');
    token.attrs = [['scope', 'col']];
  }
}

/**
 * Creates a renderer for CommonMark with tables. Raw HTML in a text is shown as plain text.
 * @returns a function that converts Markdown to HTML. It throws MarkdownFault for headings out of order, wrong ids and
 *   empty header cells.
 */
export function createMarkdown(): (body: string, layout: Layout) => string {
  const markdown: MarkdownIt = markdownIt({ html: false, typographer: true });
  markdown.core.ruler.after('block', 'heading-ids', readHeadingIds);
  markdown.core.ruler.push('headings', checkAndAnchorHeadings);
  markdown.core.ruler.push('questions', foldQuestions);
  markdown.core.ruler.push('cells', cleanCells);
  return (body, layout) => {
    const env: Env = { layout };
    return markdown.render(body, env).trim();
  };
}
