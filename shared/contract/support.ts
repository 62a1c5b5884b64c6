import { z } from 'zod';
import { checkContactName, checkMessage } from '../domain/input-rules.ts';
import { codes } from './codes.ts';
import { Email, Ticked } from './fields.ts';

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

/** A trimmed text that a rule of shared/domain/ accepts. */
const trimmed = (missing: string, check: (value: string) => string | null) =>
  z
    .string(missing)
    .trim()
    .superRefine((value, context) => {
      const message = check(value);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

/** Contact and schedule-demo form (spec §5). */
export const SupportRequest = z.strictObject({
  username: trimmed('enter_an_username', checkContactName),
  email_address: Email,
  message: trimmed('enter_message', checkMessage),
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
