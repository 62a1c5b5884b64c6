import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReactElement } from 'react';
import type { AccountInput } from '../../shared/pages/account.ts';
import type { ClientAssets, DocumentProps } from '../../shared/pages/document.ts';
import type { Picture } from '../../shared/pages/picture.ts';

/** The rendered account area for one request (client/account/server.tsx). */
export interface AccountApp {
  element: ReactElement;
  identifierPrefix: string;
  /** A script element with the data from which the browser hydrates the account area. */
  data: Promise<string>;
}

/** The build manifest: for each source path, the file that Vite has written. */
type Manifest = Record<string, { file: string }>;

function fontOf(manifest: Manifest, name: string): string {
  const [, font] = Object.entries(manifest).find(([source]) => source.endsWith(`/${name}`)) ?? [];
  if (!font) throw new Error(`The client build lacks the font ${name}: run npm run build.`);
  return font.file;
}

/** The exports of the client's server-rendering bundle (client/entry-server.tsx). */
interface ServerEntry {
  createAccountApp(input: AccountInput): Promise<AccountApp>;
  createDocument(props: DocumentProps): ReactElement;
  createPicture(picture: Picture): ReactElement;
  pictureStyles: readonly string[];
  assetsOf(manifest: unknown): ClientAssets;
}

/** The built client: functions that create documents, and the folder of the browser's files. */
export interface ClientBuild {
  createDocument(props: Omit<DocumentProps, 'assets'>): ReactElement;
  createAccountApp(input: AccountInput): Promise<AccountApp>;
  /** Returns the elements of a picture for link previews. */
  createPicture(picture: Picture): ReactElement;
  pictureStyles: readonly string[];
  /**
   * Returns the path of a built font.
   * @param name file name of the font in the sources
   * @throws an error if the build lacks the font
   */
  fontFile(name: string): string;
  /**
   * Id of the build. Cached data is separated by this id, because data of another build may have another shape under
   * the same key.
   */
  id: string;
  folder: string;
}

/**
 * Loads the built client.
 * @param dist the folder that the build wrote
 * @throws an error if the client was not built
 */
export async function loadClientBuild(dist: string): Promise<ClientBuild> {
  const folder = path.join(dist, 'client');
  const text = readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8');
  const manifest: Manifest = JSON.parse(text);
  // The id is the build's digest of all sources. A digest of the manifest would cover only the browser's sources.
  const stamp = path.join(dist, '.sources');
  const sources = existsSync(stamp) ? readFileSync(stamp, 'utf8') : text;
  const id = createHash('sha256').update(sources).digest('base64url').slice(0, 16);
  const entry: ServerEntry = await import(pathToFileURL(path.join(dist, 'client-ssr/entry-server.js')).href);
  const assets = entry.assetsOf(manifest);
  return {
    id,
    folder,
    createDocument: (props) => entry.createDocument({ ...props, assets }),
    createAccountApp: (input) => entry.createAccountApp(input),
    createPicture: (picture) => entry.createPicture(picture),
    pictureStyles: entry.pictureStyles,
    fontFile: (name) => path.join(folder, fontOf(manifest, name)),
  };
}
