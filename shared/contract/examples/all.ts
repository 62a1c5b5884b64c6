import type { CallName, calls } from '../calls.ts';
import type { Example } from './example.ts';

/** By call. */
export const examples: {
  readonly [Name in CallName]?: Example<(typeof calls)[Name]['request'], (typeof calls)[Name]['response']>;
} = {};
