import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReactElement } from 'react';
import type { AccountInput } from '../../shared/pages/account.ts';
import type { ClientAssets, DocumentProps } from '../../shared/pages/document.ts';

/** The account area of one request (client/account/server.tsx). */
export interface AccountApp {
  element: ReactElement;
  identifierPrefix: string;
  /** The data that the browser hydrates with, as a script element. */
  data: Promise<string>;
}

/** What the client's server-rendering bundle exports (client/entry-server.tsx). */
interface ServerEntry {
  createAccountApp(input: AccountInput): Promise<AccountApp>;
  createDocument(props: DocumentProps): ReactElement;
  assetsOf(manifest: unknown): ClientAssets;
}

/** The built client: how a document is made, and where the browser finds its files. */
export interface ClientBuild {
  createDocument(props: Omit<DocumentProps, 'assets'>): ReactElement;
  createAccountApp(input: AccountInput): Promise<AccountApp>;
  /** Names the build: another one may keep other things under the same key. */
  id: string;
  /** Folder of hashed files and of those with fixed names. */
  folder: string;
}

/**
 * @param dist the folder that the build wrote
 * @throws where the client was not built
 */
export async function loadClientBuild(dist: string): Promise<ClientBuild> {
  const folder = path.join(dist, 'client');
  const text = readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8');
  const manifest: unknown = JSON.parse(text);
  // The digest of all sources, written by the build: the manifest covers only those of the browser.
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
  };
}
