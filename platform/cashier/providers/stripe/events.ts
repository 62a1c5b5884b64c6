import { z } from 'zod';

/** An event with the object as it was at the time of the event. */
const Snapshot = z.object({
  object: z.literal('event'),
  type: z.string(),
  livemode: z.boolean(),
  /** Names the connected account to which the event belongs. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
});

export type StripeEvent = z.infer<typeof Snapshot>;

/** Returns null if the body is not an event of Stripe. */
export function parseEvent(rawBody: Buffer): StripeEvent | null {
  try {
    return Snapshot.parse(JSON.parse(rawBody.toString()));
  } catch {
    return null;
  }
}
