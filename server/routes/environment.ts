import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../cache/page-entry.ts';
import { allTexts } from '../config/locale.ts';
import { publicConfig } from '../config/public-config.ts';
import type { SiteConfig } from '../config/site-config.ts';

/**
 * Serves public configuration and texts as files. Each file is serialised at its first request, and browsers revalidate
 * it for each use (spec §7, no-cache). Texts are split by namespace, so that a browser loads only the texts of one
 * popup instead of all texts of the language.
 */
export function registerEnvironment(app: FastifyInstance, config: SiteConfig): void {
  const { boot, setup } = publicConfig(config);
  const files: [string, unknown][] = [
    ['/environment/boot_config.json', boot],
    ['/environment/site_setup.json', setup],
    ['/config/countries.json', config.countries],
    [`/${config.boot.cmsVersion}/config/countries.json`, config.countries],
  ];
  for (const [name, widget] of Object.entries(config.boot.widgets))
    files.push([`/environment/widgets/${name}.json`, widget]);
  for (const [lang, locale] of config.locales) {
    files.push([`/locale/${lang}.json`, allTexts(locale)]);
    for (const [namespace, texts] of locale) files.push([`/locale/${lang}/${namespace}.json`, texts]);
  }
  for (const [path, value] of files) {
    let made: EnvironmentFile | undefined;
    app.get(path, (request, reply) => sendRevalidated(request, reply, (made ??= serialise(value))));
  }
}

interface EnvironmentFile {
  body: Buffer;
  etag: string;
}

function serialise(value: unknown): EnvironmentFile {
  const body = Buffer.from(JSON.stringify(value));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function sendRevalidated(request: FastifyRequest, reply: FastifyReply, { body, etag }: EnvironmentFile) {
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
