import { z } from 'zod';
import { codes } from './codes.ts';
import { Email, Ticked } from './fields.ts';

const usernameMin = 3;
const usernameMax = 16;
export const supportMessageMax = 250;

/** A proof of work as ALTCHA 2 has it: `parameters` go to its solver, and all of it comes back with what that found. */
export const CaptchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string().max(32),
    nonce: z.string().max(128),
    salt: z.string().max(128),
    cost: z.int().positive(),
    keyLength: z.int().positive(),
    keyPrefix: z.string().max(128),
    keySignature: z.string().max(128).optional(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string().max(128),
});
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>;

/** A name that people have: letters of any script, digits, spaces, hyphens, apostrophes, dots. */
const Name = z
  .string('enter_an_username')
  .trim()
  .min(1, 'enter_an_username')
  .max(200, 'enter_valid_username')
  .refine(
    (name) =>
      /^\p{L}[\p{L}\p{M}\p{N} .'’-]*$/u.test(name) &&
      Array.from(name).length >= usernameMin &&
      Array.from(name).length <= usernameMax,
    'enter_valid_username',
  );
/** Lines of text without control characters, or marks that turn its direction around. */
const Message = z
  .string('enter_message')
  .trim()
  .min(1, 'enter_message')
  .refine((text) => Array.from(text).length <= supportMessageMax, 'message_length_validation')
  .regex(/^(?:[^\p{Cc}\p{Cf}\p{Cs}]|[\n\r\t\u200c\u200d])*$/u, 'field.wrong');

/** Contact and schedule-demo form (spec §5). */
export const SupportRequest = z.strictObject({
  username: Name,
  email_address: Email,
  message: Message,
  /** Base64 of the JSON of {challenge, solution}, as ALTCHA's widget sends it. */
  captcha: z.string('solve_captcha').min(1, 'solve_captcha').max(4000, 'field.wrong'),
  consent: Ticked('please_give_consent'),
});
export type SupportRequest = z.infer<typeof SupportRequest>;

const anyone = { who: 'anyone', read: false, rate: 'account' } as const;
const form = {
  ...anyone,
  codes: [codes.captchaWrong],
  request: SupportRequest,
  response: z.object({
    /** What the sender can name when he asks again. */
    reference: z.string().max(32),
  }),
} as const;

/** Words to the operator. */
export const supportCalls = {
  'support/challenge': {
    ...anyone,
    codes: [],
    request: z.strictObject({}),
    response: z.object({ challenge: CaptchaChallenge, expiresInSeconds: z.int().positive() }),
  },
  'support/contact': form,
  'support/scheduleDemo': form,
} as const;
