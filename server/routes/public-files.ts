import { readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const yearMs = 31_536_000_000;
const dayMs = 86_400_000;

/** Returns the files and folders of the built client that have no hash in their names. */
const fixedEntries = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).filter(
    // Omit the compressed copies of files, because they have no URLs of their own.
    ({ name }) => name !== 'assets' && !name.startsWith('.') && !/\.(?:br|gz)$/.test(name),
  );

/**
 * File name of the service worker. Browsers and the CDN must revalidate this file for each use, so that the worker of a
 * new build replaces the old worker immediately.
 */
const workerFile = 'sw.js';

/** Creates a function that returns whether a URL names a file of the built client or a path in one of its folders. */
export function createFileCheck(folder: string): (url: string) => boolean {
  const fixed = fixedEntries(folder);
  const prefixes = ['/assets/', ...fixed.flatMap((entry) => (entry.isDirectory() ? `/${entry.name}/` : []))];
  const files = new Set(fixed.map(({ name }) => `/${name}`));
  return (url) => files.has(url) || prefixes.some((prefix) => url.startsWith(prefix));
}

/**
 * Serves the files of the built client. Browsers cache files with hashed names for a year. They cache files with fixed
 * names, for example icons, for a day. They revalidate the service worker for each use.
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
  for (const entry of fixedEntries(folder)) {
    if (entry.isDirectory())
      await app.register(fastifyStatic, {
        root: path.join(folder, entry.name),
        prefix: `/${entry.name}/`,
        maxAge: dayMs,
        index: false,
        decorateReply: false,
        dotfiles: 'ignore',
      });
    else if (entry.name === workerFile)
      app.get(`/${workerFile}`, (_request, reply) =>
        reply.header('cache-control', 'no-cache').sendFile(workerFile, folder, { cacheControl: false }),
      );
    else
      app.get(`/${entry.name}`, (_request, reply) =>
        // Set these options for each file. Otherwise, the options of the files with hashed names would apply.
        reply.sendFile(entry.name, folder, { maxAge: dayMs, immutable: false }),
      );
  }
}
