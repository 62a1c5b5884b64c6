import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { authHeaders } from './platform.ts';

export interface EventReader {
  /** Waits without a time limit for the next event of the kinds that `openEvents` was called with. */
  next(): Promise<EventSourceMessage>;
  ended: Promise<'ended' | 'broken'>;
  /** Returns the comments and the retry time that arrived before the first event. */
  preamble(): { comments: string[]; retryMs: number | undefined };
  close(): void;
}

/** Reads the event stream of a platform (GET /api/v1/events). Resolves when the stream is open. */
export const openEvents = async (
  origin: string,
  headers: Record<string, string> = {},
  kinds: readonly string[] = ['result', 'reset'],
): Promise<EventReader> => {
  const aborter = new AbortController();
  const response = await fetch(`${origin}/api/v1/events`, {
    headers: { ...authHeaders, ...headers },
    signal: aborter.signal,
  });
  if (!response.ok || !response.body)
    throw new Error(`no events: ${response.status} ${await response.text()}`);
  const arrived: EventSourceMessage[] = [];
  const waiting: ((message: EventSourceMessage) => void)[] = [];
  const comments: string[] = [];
  let retryMs: number | undefined;
  const opened = Promise.withResolvers<void>();
  const parser = createParser({
    onEvent: (message) => {
      if (!kinds.includes(message.event ?? '')) return;
      const take = waiting.shift();
      if (take) take(message);
      else arrived.push(message);
    },
    onComment: (comment) => comments.push(comment),
    onRetry: (ms) => {
      retryMs = ms;
      opened.resolve();
    },
  });
  const decoder = new TextDecoder();
  const read = async (body: ReadableStream<Uint8Array>): Promise<'ended'> => {
    for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
    return 'ended';
  };
  const ended = read(response.body).catch(() => 'broken' as const);
  await opened.promise;
  return {
    next: () => {
      const message = arrived.shift();
      return message ? Promise.resolve(message) : new Promise((resolve) => waiting.push(resolve));
    },
    ended,
    preamble: () => ({ comments, retryMs }),
    close: () => aborter.abort(),
  };
};
