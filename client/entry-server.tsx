import type { ReactElement } from 'react';
import type { AccountInput } from '../shared/pages/account.ts';
import type { DocumentProps } from '../shared/pages/document.ts';
import type * as accountServer from './account/server.tsx';
import { Document } from './layout/Document.tsx';

export { assetsOf } from './assets.ts';
export { createPicture, pictureStyles } from './pictures/create-picture.tsx';

/** Renders the whole document of a page. Equal props result in equal bytes. */
export function createDocument(props: DocumentProps): ReactElement {
  return <Document props={props} />;
}

let account: Promise<typeof accountServer> | undefined;

/** Creates the account area for one player. The router is imported on the first request for the account area. */
export async function createAccountApp(input: AccountInput): Promise<accountServer.AccountApp> {
  // Keep the promise, because Node would resolve the module's specifier again at each import.
  account ??= import('./account/server.tsx');
  return (await account).createAccountApp(input);
}
