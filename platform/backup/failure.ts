/** Exit codes from sysexits.h. A scheduler that runs backups can tell the kind of failure from the exit code. */
export const backupExitCodes = {
  usage: 64,
  damaged: 65,
  unavailable: 69,
  wouldOverwrite: 73,
  configuration: 78,
} as const;

/**
 * Thrown if a backup or restore fails. The backup or restore has changed nothing. The message is one line that tells
 * the operator the remedy.
 */
export class BackupFailure extends Error {
  override name = 'BackupFailure';
  readonly exitCode: number;

  constructor(kind: keyof typeof backupExitCodes, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = backupExitCodes[kind];
  }
}

const remedies: Record<string, string> = {
  ENOSPC: 'the disk is full: free some space or choose another folder',
  EDQUOT: 'the quota is used up: free some space or choose another folder',
  EROFS: 'the file system is read-only: choose another folder',
  EACCES: 'access is denied: choose another folder or another user',
  EPERM: 'it is not permitted: choose another folder or another user',
  ENOENT: 'a file or folder is missing',
  ENOTDIR: 'a file exists where a folder is needed',
  EEXIST: 'a file exists where a folder is needed',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns whether the error came from the file system. */
export function isFileSystemError(error: unknown): boolean {
  return remedies[codeOf(error)] !== undefined;
}

/**
 * Returns an error's message for the operator. Errors of the file system get an explanation in plain words. The
 * messages of other errors are unchanged.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  return remedies[code] === undefined ? error.message : `${path}${remedies[code]} (${code})`;
}
