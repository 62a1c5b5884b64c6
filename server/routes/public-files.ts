import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const yearSeconds = 31_536_000;
const daySeconds = 86_400;

/** Files of the built client: hashed ones for a year, those with fixed names for a day. */
export async function registerPublicFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    maxAge: yearSeconds * 1000,
    immutable: true,
    index: false,
    dotfiles: 'ignore',
    // Made by the build beside each file.
    preCompressed: true,
  });
  for (const name of ['symbols', 'icons']) {
    if (!existsSync(path.join(folder, name))) continue;
    await app.register(fastifyStatic, {
      root: path.join(folder, name),
      prefix: `/${name}/`,
      maxAge: daySeconds * 1000,
      index: false,
      decorateReply: false,
      dotfiles: 'ignore',
    });
  }
  for (const file of ['favicon.svg', 'site.webmanifest'])
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, folder, { maxAge: daySeconds * 1000 }));
}
