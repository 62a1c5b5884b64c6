import type { FastifyInstance } from 'fastify';

const everyPage = '/*';

/** Which links a browser may fetch before they are clicked (named by the Speculation-Rules header of each page). */
export function registerSpeculation(app: FastifyInstance): void {
  const rules = JSON.stringify({
    prefetch: [
      {
        where: {
          and: [
            { href_matches: everyPage },
            { not: { href_matches: '/events' } },
            { not: { selector_matches: '[download]' } },
          ],
        },
        eagerness: 'moderate',
      },
    ],
  });
  app.get('/speculation-rules.json', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('application/speculationrules+json')
      .send(rules),
  );
}
