import type { FastifyInstance } from 'fastify';

/** What search engines are told; a site whose public address is not configured is nobody's to index. */
export function registerRobots(app: FastifyInstance, siteUrl: string | null): void {
  const text = siteUrl
    ? `User-agent: *\nDisallow: /api/\nDisallow: /events\nDisallow: /sandbox/\nDisallow: /webhooks/\n\nSitemap: ${siteUrl}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n';
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(text),
  );
}
