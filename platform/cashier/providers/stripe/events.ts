import { z } from 'zod';

/** A snapshot event of Stripe. It contains the changed object as it was at the time of the event. */
const Snapshot = z.object({
  object: z.literal('event'),
  type: z.string(),
  livemode: z.boolean(),
  /** The connected account to which the event belongs. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
});

/** A thin event of Stripe's API v2. It contains only the id of the changed object. */
const Thin = z.object({
  object: z.literal('v2.core.event'),
  type: z.string(),
  livemode: z.boolean(),
  /** The account to which the event belongs, if it is not the platform's own account. */
  context: z.string().nullish(),
  related_object: z.object({ id: z.string().regex(/^\w{1,100}$/) }).nullish(),
});

const Event = z.discriminatedUnion('object', [Snapshot, Thin]);
export type StripeEvent = z.infer<typeof Event>;

/** Returns the event in a webhook's body, or null if the body is not an event of Stripe. */
export function parseEvent(rawBody: Buffer): StripeEvent | null {
  try {
    return Event.parse(JSON.parse(rawBody.toString()));
  } catch {
    return null;
  }
}
