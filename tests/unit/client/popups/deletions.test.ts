import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteLater, deletions, undoDeletion } from '../../../../client/popups/notifications/deletions.ts';

const sent: { path: string; keepalive: boolean | undefined }[] = [];
const listeners = new Map<string, () => void>();
let answer: object;

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  answer = { success: true, firstCode: '10000', data: { unreadCount: 0 } };
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
  vi.stubGlobal('fetch', async (path: string, { keepalive }: RequestInit) => {
    sent.push({ path, keepalive });
    return { json: async () => answer };
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('deleteLater', () => {
  it('sends the call after 5 s', async () => {
    deleteLater('a');
    expect(deletions.getState().get('a')).toBe('waiting');
    await vi.advanceTimersByTimeAsync(4999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ path: '/api/notifications/delete', keepalive: false }]);
    expect(deletions.getState().get('a')).toBe('gone');
  });

  it('sends no call after undoDeletion', async () => {
    deleteLater('b');
    undoDeletion('b');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
    expect(deletions.getState().has('b')).toBe(false);
  });

  it('sends each waiting call immediately and only once when the user leaves the page', async () => {
    deleteLater('c');
    deleteLater('d');
    listeners.get('pagehide')?.();
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(2);
  });

  it.each([
    { firstCode: '15500', mark: '15500', calls: 0 },
    { firstCode: '15429', mark: '15429', calls: 0 },
    { firstCode: '10711', mark: 'gone', calls: 1 },
  ])('marks the deletion as $mark if the call fails with $firstCode', async ({ firstCode, mark, calls }) => {
    answer = { success: false, firstCode };
    const onDeleted = vi.fn<() => void>();
    deleteLater('e', onDeleted);
    await vi.advanceTimersByTimeAsync(5000);
    expect(deletions.getState().get('e')).toBe(mark);
    expect(onDeleted).toHaveBeenCalledTimes(calls);
  });
});
