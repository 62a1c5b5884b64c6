import { readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic, { type SendOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const yearMs = 31_536_000_000;
const dayMs = 86_400_000;

/** The build writes compressed copies beside files. The copies have no URLs of their own. */
const isCompressedCopy = /\.(?:br|gz)$/;

/** Returns the files and folders of the built client that have no hash in their names. */
const fixedEntries = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => name !== 'assets' && !name.startsWith('.') && !isCompressedCopy.test(name),
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

/** Returns the names of the files in a folder, without the compressed copies. */
const filesIn = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(folder).filter((name) => !isCompressedCopy.test(name)));

/**
 * Serves the files of the built client. Browsers cache files with hashed names for a year. They cache files with fixed
 * names, for example icons, for a day. They revalidate the service worker for each use.
 */
export async function registerPublicFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    // The routes below know the names of all files. A route of the plugin would read the folder for each request, which
    // takes longer than sending a file.
    serve: false,
    index: false,
    preCompressed: true,
  });
  const serveFolder = (name: string, options: SendOptions) => {
    const root = path.join(folder, name);
    const files = filesIn(root);
    app.get<{ Params: { '*': string } }>(`/${name}/*`, (request, reply) => {
      const file = request.params['*'];
      return files.has(file) ? reply.sendFile(file, root, options) : reply.callNotFound();
    });
  };
  serveFolder('assets', { maxAge: yearMs, immutable: true });
  for (const entry of fixedEntries(folder)) {
    if (entry.isDirectory()) serveFolder(entry.name, { maxAge: dayMs });
    else if (entry.name === workerFile)
      app.get(`/${workerFile}`, (_request, reply) =>
        reply.header('cache-control', 'no-cache').sendFile(workerFile, folder, { cacheControl: false }),
      );
    else
      app.get(`/${entry.name}`, (_request, reply) => reply.sendFile(entry.name, folder, { maxAge: dayMs }));
  }
}
