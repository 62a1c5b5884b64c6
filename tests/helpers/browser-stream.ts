import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

export interface BrowserStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Events received so far, oldest first. */
  events: EventSourceMessage[];
  retryMs: number | null;
  ended: Promise<void>;
  /** Stops reading the stream, so that the server must buffer the events. */
  pause(): void;
  close(): void;
}

/** Opens an event stream as a browser does. Resolves when the response head has arrived. */
export function openStream(url: string, headers: Record<string, string> = {}): Promise<BrowserStream> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response: IncomingMessage) => {
      const ended = new Promise<void>((end) => response.once('close', end));
      response.on('error', () => undefined);
      const stream: BrowserStream = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        events: [],
        retryMs: null,
        ended,
        pause: () => response.pause(),
        close: () => request.destroy(),
      };
      const parser = createParser({
        onEvent: (event) => stream.events.push(event),
        onRetry: (ms) => {
          stream.retryMs = ms;
        },
      });
      response.setEncoding('utf8');
      response.on('data', (text: string) => parser.feed(text));
      resolve(stream);
    });
    request.on('error', reject);
  });
}
