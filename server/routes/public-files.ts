import { readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const yearMs = 31_536_000_000;
const dayMs = 86_400_000;

/**
 * Serves the files of the built client. Hashed files are cached for a year, files with fixed names (icons, symbols) for
 * a day.
 */
export async function registerPublicFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    maxAge: yearMs,
    immutable: true,
    index: false,
    dotfiles: 'ignore',
    // The build writes a compressed file beside each file.
    preCompressed: true,
  });
  const fixed = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => name !== 'assets' && !name.startsWith('.'),
  );
  for (const entry of fixed) {
    if (entry.isDirectory())
      await app.register(fastifyStatic, {
        root: path.join(folder, entry.name),
        prefix: `/${entry.name}/`,
        maxAge: dayMs,
        index: false,
        decorateReply: false,
        dotfiles: 'ignore',
      });
    else
      app.get(`/${entry.name}`, (_request, reply) =>
        // These options replace those of the hashed files, which would otherwise apply.
        reply.sendFile(entry.name, folder, { maxAge: dayMs, immutable: false }),
      );
  }
}
