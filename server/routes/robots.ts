import type { FastifyInstance } from 'fastify';
import { privateAreas } from '../../shared/resources.ts';

/** Registers robots.txt. A site without a configured public address must not be indexed. */
export function registerRobots(app: FastifyInstance, siteUrl: string | null): void {
  const closed = [...privateAreas, 'events'].flatMap((area) => [`/${area}`, `/*/${area}`]);
  const rules = closed.map((path) => `Disallow: ${path}`).join('\n');
  const text = siteUrl
    ? `User-agent: *\n${rules}\n\nSitemap: ${siteUrl}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n';
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(text),
  );
}
