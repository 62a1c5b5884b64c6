import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** Open streams of new results, one path a language. */
export function registerEvents(app: FastifyInstance, { hub, config }: Deps): void {
  const { languages, defaultLanguage } = config.boot;
  for (const { code } of languages) {
    const path = code === defaultLanguage ? '/events' : `/${code}/events`;
    app.get(path, (request, reply) => {
      reply.hijack();
      hub.subscribe(request.raw, reply.raw, code);
    });
  }
}
