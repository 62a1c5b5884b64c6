import { describe, expect, it } from 'vitest';
import { createCursors } from '../../../../platform/http/cursors.ts';

const cursors = createCursors([Buffer.alloc(32, 7)]);
const scope = ['transactions', 'account', undefined];
const place = { atMs: 1_795_000_000_000, id: '42' };
const range = { from: '2026-11-01', to: '2026-11-20' };
const cursor = cursors.write(scope, { place, range });

describe('createCursors', () => {
  it.each([
    [{ place, range }],
    [{ place }],
    [{ place: { atMs: 0, id: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6' } }],
  ])('reads the original position back from its cursor: %j', (position) => {
    expect(cursors.read(scope, cursors.write(scope, position))).toEqual(position);
  });

  it('creates cursors of at most 64 characters for the call `result`', () => {
    const longest = cursors.write(['result', 'keno'], {
      place: { atMs: 99_999_999_999_999, id: '2147483647' },
    });
    expect(longest.length).toBeLessThanOrEqual(64);
  });

  it('rejects a cursor if any single character is changed', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < cursor.length; at++) {
      for (const letter of letters) {
        if (letter === cursor[at]) continue;
        expect(cursors.read(scope, cursor.slice(0, at) + letter + cursor.slice(at + 1))).toBeNull();
      }
    }
  });

  it.each(['', 'A', cursor.slice(1), `${cursor}A`, cursor.slice(0, 16)])(
    'rejects the malformed cursor "%s"',
    (other) => {
      expect(cursors.read(scope, other)).toBeNull();
    },
  );

  it('rejects a cursor that was created for another player, filter or key', () => {
    expect(cursors.read(['transactions', 'other', undefined], cursor)).toBeNull();
    expect(cursors.read(['transactions', 'account', 'prize'], cursor)).toBeNull();
    expect(createCursors([Buffer.alloc(32, 8)]).read(scope, cursor)).toBeNull();
  });
});
