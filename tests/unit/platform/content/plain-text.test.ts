import { describe, expect, it } from 'vitest';
import { createMarkdown } from '../../../../platform/content/markdown.ts';
import { plainTextOf } from '../../../../platform/content/plain-text.ts';

const render = createMarkdown();

describe('plainTextOf', () => {
  it.each([
    [
      'separates paragraphs and headings by empty lines',
      'One\nline.\n\n## Two\n\nThree.',
      'One line.\n\nTwo\n\nThree.',
    ],
    ['marks list items with a hyphen', 'Bring:\n\n- one\n- two\n', 'Bring:\n\n- one\n- two'],
    ['separates cells by a bar', '| a | b |\n|---|---|\n| 1 | 2 |\n', 'a | b\n1 | 2'],
    ['keeps the text of emphasis and links', 'See **the** [rules](/games).', 'See the rules.'],
    ['decodes escaped HTML', '5 < 6 & "7" <b>', '5 < 6 & “7” <b>'],
  ])('%s', (_, markdown, text) => {
    expect(plainTextOf(render(markdown, 'text'))).toBe(text);
  });

  it('separates a collapsed question from its answer', () => {
    expect(plainTextOf(render('## Help\n\n### Why?\n\nBecause.', 'questions'))).toBe(
      'Help\n\nWhy?\n\nBecause.',
    );
  });
});
