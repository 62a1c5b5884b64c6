import { describe, expect, it } from 'vitest';
import { drawIdOf, parseDrawId } from '../../../../shared/domain/draw-id.ts';

describe('parseDrawId', () => {
  it('parses the ids that drawIdOf creates and rejects any other text', () => {
    expect(parseDrawId(drawIdOf('golden-keno', 7809))).toEqual({ gameId: 'golden-keno', drawNumber: 7809 });
    for (const text of [
      '',
      'keno',
      'keno-',
      'keno-0',
      'keno-01',
      'keno-1x',
      'Keno-1',
      'keno-2147483648',
      'keno-1\n',
    ]) {
      expect(parseDrawId(text)).toBeNull();
    }
  });
});
