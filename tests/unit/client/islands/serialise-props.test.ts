import { describe, expect, test } from 'vitest';
import { serialiseProps } from '../../../../client/islands/serialise-props.ts';

describe('serialiseProps', () => {
  const hostile = [
    '</script><script>alert(1)</script>',
    '</SCRIPT\n>',
    '<!-- <script> -->',
    ']]>',
    '&lt;b&gt; &amp;',
    'line\u2028paragraph\u2029end',
    '"quotes" \\ and \u0000 control',
    '\ud800 half a pair',
    '₹4,25,00,000 · नतीजे',
  ];

  test.for(hostile)('writes JSON that parses to the original value: %j', (text) => {
    expect(JSON.parse(serialiseProps({ text, list: [text] }))).toEqual({ text, list: [text] });
  });

  test.for(hostile)('writes no character with a special meaning in HTML or JavaScript: %j', (text) => {
    expect(serialiseProps({ [text]: text })).not.toMatch(/[<>&\u2028\u2029]/);
  });
});
