import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { CaptchaChallenge } from '../../shared/contract/support.ts';

/**
 * Solves a captcha challenge with 100 to 300 derivations of PBKDF2. Web Crypto computes them off the main thread, so no
 * worker is needed.
 * @returns base64 of the JSON of challenge and solution, in the format of ALTCHA's widget; null after a timeout
 */
export async function solvedChallenge(challenge: CaptchaChallenge): Promise<string | null> {
  const { keySignature, data, ...parameters } = challenge.parameters;
  const solution = await solveChallenge({
    challenge: {
      ...challenge,
      parameters: {
        ...parameters,
        ...(keySignature === undefined ? {} : { keySignature }),
        ...(data === undefined ? {} : { data }),
      },
    },
    deriveKey,
  });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
