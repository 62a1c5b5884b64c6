/** Stores encrypted identity documents under random ids. No code outside this folder reads the files. */
export interface DocumentStore {
  /** Checks that the store can be used. @throws if it cannot */
  check(): Promise<void>;
  /** Writes a new file. When the promise resolves, the file survives a crash. */
  put(documentId: string, bytes: Buffer): Promise<void>;
  /** @returns null if the file does not exist */
  get(documentId: string): Promise<Buffer | null>;
  /** Deletes a file. Also succeeds if the file does not exist. */
  remove(documentId: string): Promise<void>;
}
