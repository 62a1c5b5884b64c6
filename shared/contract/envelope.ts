import { z } from 'zod';
import type { Code } from './codes.ts';
import type { RefusalReason } from './refusal-reasons.ts';

/** Product name of a browser or an operating system, such as `Samsung Internet`. */
export const DeviceName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ]{0,31}$/);
/**
 * The browser and the operating system of a session, by which the player recognises the session. Null means unknown.
 */
export const DeviceNames = z.object({ browser: DeviceName.nullable(), system: DeviceName.nullable() });
export type DeviceNames = z.infer<typeof DeviceNames>;

/** The body of a call. The site adds all fields except `data` (spec §7). */
export const Envelope = z.object({
  ucid: z.string().min(1).max(64),
  /** Client type: 1 mobile, 2 desktop. */
  channel: z.union([z.literal(1), z.literal(2)]),
  device_type: z.enum(['MOBILE', 'DESKTOP']),
  app_type: z.literal('WEB'),
  /**
   * The client's browser and operating system. The site derives both names from the user agent, and sends them only
   * with calls that open a session.
   */
  device: DeviceNames.optional(),
  data: z.unknown(),
});
export type Envelope = z.infer<typeof Envelope>;

export interface Success<T> {
  success: true;
  firstCode: '10000';
  data: T;
}

export interface Failure {
  success: false;
  firstCode: Exclude<Code, '10000'>;
  /**
   * For code 10400, the message key of each invalid field. For the codes of refusal-reasons.ts, the reason. For all
   * other codes, `data` is absent.
   */
  data?: { fields: Record<string, string> } | (RefusalReason & { fields?: never });
}

/** The answer to any call. Its code determines its HTTP status (http-status.ts). */
export type Answer<T> = Success<T> | Failure;
