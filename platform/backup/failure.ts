/** Exit codes of sysexits.h, so that a timer's mail says at once what kind of trouble it was. */
export const exitCodes = {
  usage: 64,
  damaged: 65,
  unavailable: 69,
  wouldOverwrite: 73,
  configuration: 78,
} as const;

/** Why nothing was backed up or restored: one line for the operator, with the remedy. */
export class BackupFailure extends Error {
  override name = 'BackupFailure';
  readonly exitCode: number;

  constructor(kind: keyof typeof exitCodes, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCodes[kind];
  }
}

const remedies: Record<string, string> = {
  ENOSPC: 'the disk is full: free some space or choose another folder',
  EDQUOT: 'the quota is used up: free some space or choose another folder',
  EROFS: 'the file system is read-only: choose another folder',
  EACCES: 'access is denied: choose another folder or another user',
  EPERM: 'it is not permitted: choose another folder or another user',
  ENOENT: 'a file or folder is missing',
  ENOTDIR: 'a file stands where a folder should be',
  EEXIST: 'a file stands where a folder should be',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether a file system said no. */
export function isOfTheDisk(error: unknown): boolean {
  return remedies[codeOf(error)] !== undefined;
}

/** A file system's complaint in words; anything else as it was said. */
export function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  return remedies[code] === undefined ? error.message : `${path}${remedies[code]} (${code})`;
}
