import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { answeredAs } from '../trace/request-context.ts';

/** Registers the event streams of new results: one path for each language. */
export function registerEvents(app: FastifyInstance, { hub, config, metrics }: Deps): void {
  const { languages, defaultLanguage } = config.boot;
  for (const { code } of languages) {
    const path = code === defaultLanguage ? '/events' : `/${code}/events`;
    app.get(path, (request, reply) => {
      reply.hijack();
      // A stream is counted when it opens. The duration of a stream is not recorded, because a duration is not a
      // response time.
      metrics.request('events', 'none');
      answeredAs(null, 'events');
      hub.subscribe(request.raw, reply.raw, code, request.ip);
    });
  }
}
