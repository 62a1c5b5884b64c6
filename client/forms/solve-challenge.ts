import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { CaptchaChallenge } from '../../shared/contract/support.ts';

/**
 * The work that a challenge asks for: 100 to 300 derivations of PBKDF2. The browser derives them off the main thread
 * (Web Crypto), so this needs no worker of its own.
 * @returns base64 of the JSON of challenge and solution, as ALTCHA's widget sends it; null where it took too long
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
