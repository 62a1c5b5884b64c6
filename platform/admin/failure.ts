/** `refused`: nothing was done, and why; `usage`: not understood; `configuration`: a variable is wrong or missing. */
export type FailureKind = 'refused' | 'usage' | 'configuration';

export const exitCodes = { done: 0, refused: 1, usage: 2, configuration: 78 } as const;

/** Why a command did nothing, in words for the operator. */
export class AdminFailure extends Error {
  override name = 'AdminFailure';
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export function refuse(message: string): never {
  throw new AdminFailure('refused', message);
}

export function misused(message: string): never {
  throw new AdminFailure('usage', message);
}
