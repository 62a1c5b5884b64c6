import type { z } from 'zod';

/** One good request of a call and what it was answered: recorded from a platform, long lists cut short. */
export interface Example<Q extends z.ZodType, A extends z.ZodType> {
  request: z.input<Q>;
  response: z.input<A>;
}

/** An example of each call of an area: one that is missing does not compile. */
export type ExamplesOf<Calls extends Record<string, { request: z.ZodType; response: z.ZodType }>> = {
  readonly [Name in keyof Calls]: Example<Calls[Name]['request'], Calls[Name]['response']>;
};
