import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { QrCode } from '../../../../client/ui/QrCode.tsx';

describe('QrCode', () => {
  const markup = renderToStaticMarkup(<QrCode text="https://site.example/a?b=1&c=2" label="Link & code" />);
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(markup)?.[1]);

  it('has a label for screen readers', () => {
    expect(markup).toContain('role="img" aria-label="Link &amp; code"');
  });

  it('has a size that the standard allows, and an empty border of four modules', () => {
    expect((size - 8 - 17) % 4).toBe(0);
    const dark = Array.from(markup.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g), ([, x, y, length]) =>
      Array.from({ length: Number(length) }, (_, place) => [Number(x) + place, Number(y)]),
    ).flat();
    expect(dark.flat().every((place) => place >= 4 && place < size - 4)).toBe(true);
    // The top edge of the finder pattern in the top left corner.
    for (let x = 4; x < 11; x += 1) expect(dark).toContainEqual([x, 4]);
  });
});
