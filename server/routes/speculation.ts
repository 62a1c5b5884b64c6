import type { FastifyInstance } from 'fastify';
import { privateAreas } from '../../shared/resources.ts';

/**
 * Returns the speculation rules, which state the links that a browser may prefetch. A header of each page links to
 * these rules. Private areas are excluded, because fetching a link there may change something, for example log the
 * player out. Files of the CMS are excluded, because they may be large.
 * @param languages language codes with which a path may begin
 */
export function speculationRules(languages: readonly string[]) {
  const areas = [...privateAreas, 'events', 'uploads'].join('|');
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
