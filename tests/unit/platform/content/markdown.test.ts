import { describe, expect, test } from 'vitest';
import { createMarkdown, MarkdownFault } from '../../../../platform/content/markdown.ts';

const render = createMarkdown();

describe('Markdown of a text', () => {
  test('every heading has an address of its own, in any script', () => {
    const html = render('## Prizes and payments\n\n## सीमाएँ तय करें\n\n## Prizes and payments!', 'text');
    expect(html).toContain('<h2 id="prizes-and-payments">');
    expect(html).toContain('<h2 id="सीमाएँ-तय-करें">');
    expect(html).toContain('<h2 id="prizes-and-payments-2">');
  });

  test('an address is made of the words, not of the mark-up', () => {
    expect(render('## The `lang` *cookie*', 'text')).toContain('id="the-lang-cookie"');
  });

  test.each([
    ['a second h1', '# Title'],
    ['a level left out', '## One\n\n#### Three'],
    ['beginning below h2', '### Two'],
    ['a table column that nothing heads', '| a | |\n|---|---|\n| 1 | 2 |'],
  ])('%s is refused', (_, body) => {
    expect(() => render(body, 'text')).toThrow(MarkdownFault);
  });

  test('raw HTML is shown as text, and script addresses are no links', () => {
    const html = render('<script>alert(1)</script> [x](javascript:alert(1))', 'text');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('href');
  });

  test('table cells carry no inline style, and header cells say what they head', () => {
    const html = render('| a | b |\n|:--|--:|\n| 1 | 2 |', 'text');
    expect(html).toContain('<th scope="col">a</th>');
    expect(html).toContain('<td>2</td>');
    expect(html).not.toContain('style=');
  });

  test('in the layout questions an h3 unfolds what follows it, up to the next heading', () => {
    const html = render(
      '## Draws\n\n### When?\n\nToday.\n\n- a\n- b\n\n### Where?\n\nHere.\n\n## Prizes\n\nIntro.',
      'questions',
    );
    expect(html.replace(/\n/g, '')).toBe(
      '<h2 id="draws">Draws</h2>' +
        '<details id="when"><summary>When?</summary><p>Today.</p><ul><li>a</li><li>b</li></ul></details>' +
        '<details id="where"><summary>Where?</summary><p>Here.</p></details>' +
        '<h2 id="prizes">Prizes</h2><p>Intro.</p>',
    );
  });

  test('in a plain text an h3 stays a heading', () => {
    expect(render('## Draws\n\n### When?', 'text')).toContain('<h3 id="when">When?</h3>');
  });
});
