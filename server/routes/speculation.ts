import type { FastifyInstance } from 'fastify';
import { privateAreas } from '../../shared/resources.ts';

/**
 * The speculation rules that each page names in a header: which links a browser may fetch before they are clicked.
 * Private areas are left out, since fetching a link there may change something, logging out above all.
 * @param languages codes that a path may begin with
 */
export function speculationRules(languages: readonly string[]) {
  const areas = [...privateAreas, 'events'].join('|');
  const excluded = `{/:lang(${languages.join('|')})}?/:area(${areas}){/*}?`;
  return {
    prefetch: [
      {
        where: {
          and: [
            { href_matches: '/*' },
            { not: { href_matches: excluded } },
            { not: { selector_matches: '[download]' } },
          ],
        },
        eagerness: 'moderate',
      },
    ],
  };
}

export function registerSpeculation(app: FastifyInstance, languages: readonly string[]): void {
  const rules = JSON.stringify(speculationRules(languages));
  app.get('/speculation-rules.json', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('application/speculationrules+json')
      .send(rules),
  );
}
