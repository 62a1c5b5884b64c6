import { z } from 'zod';
import { checkContactName, checkMessage } from '../domain/input-rules.ts';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { Email, Ticked } from './fields.ts';
import { Line } from './values.ts';

/** A challenge of ALTCHA 2. The client solves `parameters`, and sends the whole challenge back with the solution. */
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

/** Returns the schema of a string. The schema trims the string, and then checks it with a rule of shared/domain/. */
const trimmed = (missing: string, check: (value: string) => string | null) =>
  z
    .string(missing)
    .trim()
    .superRefine((value, context) => {
      const message = check(value);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

/** Request of the contact and schedule-demo forms (spec §5). */
export const SupportRequest = z.strictObject({
  username: trimmed('enter_an_username', checkContactName).describe(
    '3 to 16 letters of any script, digits, spaces, hyphens, apostrophes and dots, starting with a letter; trimmed.',
  ),
  email_address: Email,
  message: trimmed('enter_message', checkMessage).describe(
    '1 to 250 characters, without control characters other than line breaks and tabs; trimmed.',
  ),
  captcha: Line('solve_captcha')
    .min(1, 'solve_captcha')
    .max(4000, 'field.wrong')
    .describe('Base64 of the JSON of {challenge, solution}, as ALTCHA’s widget sends it.'),
  consent: Ticked('please_give_consent'),
});
export type SupportRequest = z.infer<typeof SupportRequest>;

const anyone = { who: 'anyone', read: false, rate: 'account' } as const;
const form = {
  ...anyone,
  codes: [codes.captchaWrong],
  request: SupportRequest,
  response: z.object({
    /** Reference number that the sender can quote in further questions. */
    reference: z.string().max(32),
  }),
} as const;

/** Calls that send a message to the operator. */
export const supportCalls = {
  'support/challenge': declareCall({
    summary: 'A captcha for the support forms: a proof of work of ALTCHA.',
    ...anyone,
    codes: [],
    request: z.strictObject({}),
    response: z.object({ challenge: CaptchaChallenge, expiresInSeconds: z.int().positive() }),
    example: {
      request: {},
      response: {
        challenge: {
          parameters: {
            algorithm: 'PBKDF2/SHA-256',
            nonce: '70a52ad45c0f84f622ccd878d4374efd',
            salt: '34ea07c8313036d114a86b0b2d19ad7e',
            cost: 2000,
            keyLength: 32,
            keyPrefix: 'ef50211c02a2d21a19a29e00ca874069',
            keySignature: 'f08b58664629d3a0e194688507c9036614d2e2301bf7f37f18cec3cc100a3c86',
            data: { expires: 1795287480 },
          },
          signature: '275dfd1400e48383162396a1ec4e30c376eed1d8eb74b5f6db85cc9d8b472f3e',
        },
        expiresInSeconds: 1200,
      },
    },
  }),

  'support/contact': declareCall({
    summary: 'Sends a message to the operator.',
    ...form,
    example: {
      request: {
        username: 'Asha',
        email_address: 'asha42@mail.example',
        message: 'Where is my ticket?',
        captcha:
          'eyJjaGFsbGVuZ2UiOnsicGFyYW1ldGVycyI6eyJhbGdvcml0aG0iOiJQQktERjIvU0hBLTI1NiIsIm5vbmNlIjoiOTRjMmQ0NzhiM2QxZmNmMzNkZWVkYTI4MjI0MDYwZDIiLCJzYWx0IjoiZTYxNTZlZjAzYzcxYTE5NDNlNTE3ZDc4ZWYyZTI0MTUiLCJjb3N0IjoyMDAwLCJrZXlMZW5ndGgiOjMyLCJrZXlQcmVmaXgiOiIzY2Q5OWVkZWI3OGI0MzdmZDQ5ZWY0ZGMwOTM0ZDQxNSIsImtleVNpZ25hdHVyZSI6IjZkMjYxNmM4NDM4ZGJkOTFmMjQyNjVhZjZlNDUxZmQ5ODcyN2U3NWM3MTFjN2YwMTUzMzg2YjQwYmY4YTUwNjAiLCJkYXRhIjp7ImV4cGlyZXMiOjE3OTUyODc0ODB9fSwic2lnbmF0dXJlIjoiNWFiYmYwY2Y5MDk0OWY4ODExZGEwMDI1M2I2NDgxYTVkMGNkZTZhOTY3MDUxZDJjZTAxNTg5YTZlM2UzNzczMCJ9LCJzb2x1dGlvbiI6eyJjb3VudGVyIjoxNTgsImRlcml2ZWRLZXkiOiIzY2Q5OWVkZWI3OGI0MzdmZDQ5ZWY0ZGMwOTM0ZDQxNWVhYjlhMjhjYTA3ZGI4ZjY2MGU4Nzg3ZDVlNzNjYTc0IiwidGltZSI6ODguNn19',
        consent: 1,
      },
      response: { reference: 'GL-A0277-DF787' },
    },
  }),

  'support/scheduleDemo': declareCall({
    summary: 'Requests a demonstration.',
    ...form,
    example: {
      request: {
        username: 'Asha',
        email_address: 'asha42@mail.example',
        message: 'Where is my ticket?',
        captcha:
          'eyJjaGFsbGVuZ2UiOnsicGFyYW1ldGVycyI6eyJhbGdvcml0aG0iOiJQQktERjIvU0hBLTI1NiIsIm5vbmNlIjoiMDBlYjIxNWNkMzFiZmM3OWNkNGJiZDA1Yzk2MzU1NTkiLCJzYWx0IjoiNTIyYmRjZTY3M2U3ZDExOGQwYzllMWQ1NDMwMWY4MTgiLCJjb3N0IjoyMDAwLCJrZXlMZW5ndGgiOjMyLCJrZXlQcmVmaXgiOiI1MmJmYWU5OWZhMzVjNTc2YzExYmRmZDRhYzQ0YjUzNiIsImtleVNpZ25hdHVyZSI6IjBjM2EzNDRiYmY4OTdhMGRjMTdlODJmNzE2OWU3Y2FlMTY5MGE0Y2YyMjdjZjhkYjM1MmRjYzg0Zjg5MGVhMTMiLCJkYXRhIjp7ImV4cGlyZXMiOjE3OTUyODc0ODB9fSwic2lnbmF0dXJlIjoiYmEwMGZjMDE2YTY5YjA2MmU4NWI5YjQ1OGM1ZDk1MjE4MGExNWNiNmQwYzQ3YWZhYzM1YzI3MzlkMDA4NWY1NCJ9LCJzb2x1dGlvbiI6eyJjb3VudGVyIjoyNjksImRlcml2ZWRLZXkiOiI1MmJmYWU5OWZhMzVjNTc2YzExYmRmZDRhYzQ0YjUzNmU5ZWQ0OTc3OTY1YzEyZDVhMTRjMGE1MDNiMWY2ZTc1IiwidGltZSI6MTU0LjR9fQ==',
        consent: 1,
      },
      response: { reference: 'GL-1277C-60187' },
    },
  }),
};
