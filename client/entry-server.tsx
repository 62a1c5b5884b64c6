import type { ReactElement } from 'react';
import type { DocumentProps } from '../shared/pages/document.ts';
import { Document } from './layout/Document.tsx';

export { assetsOf } from './assets.ts';

/** The whole document of a page. Equal props give equal bytes. */
export function createDocument(props: DocumentProps): ReactElement {
  return <Document props={props} />;
}
