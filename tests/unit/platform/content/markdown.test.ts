import { describe, expect, test } from 'vitest';
import { createMarkdown, MarkdownFault } from '../../../../platform/content/markdown.ts';

const render = createMarkdown();

describe('createMarkdown', () => {
  test('gives every heading a unique id, even in a non-Latin script', () => {
    const html = render('## Prizes and payments\n\n## सीमाएँ तय करें\n\n## Prizes and payments!', 'text');
    expect(html).toContain('<h2 id="prizes-and-payments">');
    expect(html).toContain('<h2 id="सीमाएँ-तय-करें">');
    expect(html).toContain('<h2 id="prizes-and-payments-2">');
  });

  test('derives a heading id from the heading’s text without markup', () => {
    expect(render('## The `lang` *cookie*', 'text')).toContain('id="the-lang-cookie"');
  });

  test('takes the id of a heading from a trailing `{#id}` and does not show the marker', () => {
    expect(render('## सीमाएँ {#limits}\n\n## *Premier* og gevinster {#prizes}', 'text')).toBe(
      '<h2 id="limits">सीमाएँ</h2>\n<h2 id="prizes"><em>Premier</em> og gevinster</h2>',
    );
    expect(render('## Trekninger\n\n### Når? {#when}\n\nI dag.', 'questions')).toContain(
      '<details id="when">\n<summary>Når?</summary>',
    );
  });

  test.each([
    ['a heading id with a capital', '## Limits {#Limits}'],
    ['an empty heading id', '## Limits {#}'],
    ['a duplicate heading id', '## Limits\n\n## Grenser {#limits}'],
    ['a second h1', '# Title'],
    ['a skipped level', '## One\n\n#### Three'],
    ['a first heading below h2', '### Two'],
    ['an empty header cell', '| a | |\n|---|---|\n| 1 | 2 |'],
  ])('rejects %s', (_, body) => {
    expect(() => render(body, 'text')).toThrow(MarkdownFault);
  });

  test('escapes raw HTML and does not link to javascript: URLs', () => {
    const html = render('<script>alert(1)</script> [x](javascript:alert(1))', 'text');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('href');
  });

  test('renders tables with scoped header cells and no inline styles', () => {
    const html = render('| a | b |\n|:--|--:|\n| 1 | 2 |', 'text');
    expect(html).toContain('<th scope="col">a</th>');
    expect(html).toContain('<td>2</td>');
    expect(html).not.toContain('style=');
  });

  test('wraps each h3 section in a `details` element if the layout is `questions`', () => {
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

  test('keeps an h3 as a heading in the layout `text`', () => {
    expect(render('## Draws\n\n### When?', 'text')).toContain('<h3 id="when">When?</h3>');
  });
});
