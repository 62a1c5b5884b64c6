/** Stores encrypted files by random ids. Nothing outside this folder reads the files. */
export interface DocumentStore {
  /** @throws if no file can be written */
  check(): Promise<void>;
  /** Writes a new file. When the promise resolves, the file survives a crash. */
  put(documentId: string, bytes: Buffer): Promise<void>;
  /** @returns null if the file does not exist */
  get(documentId: string): Promise<Buffer | null>;
  /** Deletes a file. Succeeds if the file does not exist. */
  remove(documentId: string): Promise<void>;
}
