import { z } from 'zod';
import { documentFields, longestDocumentBytes, longestRequestBytes } from '../domain/document-file.ts';
import { declareCall } from './call.ts';

/** State of the identity check, which the first withdrawal requires. */
export const KycStatus = z.enum(['none', 'pending', 'approved', 'refused']);

/** Returns the length of the Base64 text of a file. */
const encodedLength = (bytes: number): number => Math.ceil(bytes / 3) * 4;

const Document = z
  .string('document.required')
  .min(1, 'document.empty')
  .max(encodedLength(longestDocumentBytes), 'document.too_big')
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'field.wrong');

export const RequestVerificationRequest = z
  .strictObject({
    identity: Document.describe('An identity document, or its front side.'),
    identityBack: Document.describe('The back side of the identity document.').optional(),
    address: Document.describe('A proof of address.').optional(),
  })
  .describe(
    'Each document is a JPEG, PNG, WebP or PDF file of at most 10 MB, in Base64. The profile needs first and last name, date of birth and country; `data.fields` names the missing ones. After the request they cannot be changed. A repeated request changes nothing.',
  );
export type RequestVerificationRequest = z.infer<typeof RequestVerificationRequest>;

/** A PNG picture with one pixel. */
const examplePng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export const identityCalls = {
  'accounts/requestVerification': declareCall({
    summary: 'Requests the identity check that the first withdrawal needs; an operator decides.',
    who: 'player',
    read: false,
    rate: 'account',
    codes: [],
    files: documentFields,
    answersWithinMs: 45_000,
    longestBodyBytes: encodedLength(longestRequestBytes) + 4096,
    request: RequestVerificationRequest,
    response: z.object({ kycStatus: KycStatus }),
    example: { request: { identity: examplePng }, response: { kycStatus: 'pending' } },
  }),
};
