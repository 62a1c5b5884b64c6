import type { DocumentPlace } from '../config/documents.ts';
import type { DocumentStore } from './document-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

export function createDocumentStore(place: DocumentPlace): DocumentStore {
  return place.kind === 's3' ? createS3Store(place) : createFolderStore(place.folder);
}
