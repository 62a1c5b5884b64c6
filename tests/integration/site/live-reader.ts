import { expect, vi } from 'vitest';
import type { LiveResult } from '../../../shared/pages/live.ts';
import { openStream } from '../../helpers/browser-stream.ts';

/** Opens the event stream of a site. `next` waits for the next event with this name, and removes it. */
export const listenTo = async (origin: string, headers: Record<string, string> = {}) => {
  const stream = await openStream(`${origin}/events`, headers);
  expect(stream.headers['content-type']).toContain('text/event-stream');
  expect(stream.headers['cache-control']).toBe('no-store');
  const take = (event: string) => {
    const at = stream.events.findIndex((message) => message.event === event);
    return at < 0 ? undefined : stream.events.splice(at, 1)[0];
  };
  return {
    next: (event: string) => vi.waitUntil(() => take(event), { timeout: 30_000, interval: 20 }),
    close() {
      stream.close();
      return stream.ended;
    },
  };
};

type Subscriber = Awaited<ReturnType<typeof listenTo>>;

/**
 * Waits for the next Jaldi result. Results of other games are skipped, because other games can have a draw in the same
 * minute.
 */
export const nextJaldi = async (reader: Subscriber): Promise<{ id: string; published: LiveResult }> => {
  for (;;) {
    const { id = '', data } = await reader.next('result');
    const published: LiveResult = JSON.parse(data);
    if (published.card.gameId === 'jaldi') return { id, published };
  }
};
