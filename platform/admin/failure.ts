/** `refused`: the arguments are valid, but the command is rejected. `usage`: the arguments are invalid. */
export type FailureKind = 'refused' | 'usage';

export const exitCodes = { done: 0, refused: 1, usage: 2, configuration: 78 } as const;

/** Thrown if a command is rejected. The command has changed nothing, and the message tells the operator the reason. */
export class AdminFailure extends Error {
  override name = 'AdminFailure';
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export function rejectCommand(message: string): never {
  throw new AdminFailure('refused', message);
}

export function rejectUsage(message: string): never {
  throw new AdminFailure('usage', message);
}
