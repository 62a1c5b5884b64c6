import { describe, expect, it } from 'vitest';
import { createMarkdown } from '../../../../platform/content/markdown.ts';
import { plainTextOf } from '../../../../platform/content/plain-text.ts';

const render = createMarkdown();

describe('plain text of our own HTML', () => {
  it.each([
    ['paragraphs and headings stand apart', 'One\nline.\n\n## Two\n\nThree.', 'One line.\n\nTwo\n\nThree.'],
    ['list items have a hyphen', 'Bring:\n\n- one\n- two\n', 'Bring:\n\n- one\n- two'],
    ['cells have a bar between them', '| a | b |\n|---|---|\n| 1 | 2 |\n', 'a | b\n1 | 2'],
    ['emphasis and links leave their words', 'See **the** [rules](/games).', 'See the rules.'],
    ['what looked like HTML is text again', '5 < 6 & "7" <b>', '5 < 6 & “7” <b>'],
  ])('%s', (_, markdown, text) => {
    expect(plainTextOf(render(markdown, 'text'))).toBe(text);
  });

  it('questions that unfold stand apart from their answers', () => {
    expect(plainTextOf(render('## Help\n\n### Why?\n\nBecause.', 'questions'))).toBe(
      'Help\n\nWhy?\n\nBecause.',
    );
  });
});
