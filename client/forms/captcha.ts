import type { CaptchaChallenge } from '../../shared/contract/support.ts';

/** A solution that will be too old in less than this is not sent any more. */
const marginMs = 60_000;

type GetChallenge = () => Promise<{ challenge: CaptchaChallenge; expiresInSeconds: number } | null>;

/**
 * The proof of work of a form. It begins before it is needed, so that a press of the button need not wait for it.
 * @param getChallenge null where the platform gave none
 */
export function createCaptchaSolver(getChallenge: GetChallenge) {
  let pending: Promise<string | null> | null = null;
  let usableUntilMs = 0;

  const solve = async (): Promise<string | null> => {
    const [given, { solvedChallenge }] = await Promise.all([getChallenge(), import('./solve-challenge.ts')]);
    if (!given) return null;
    usableUntilMs = performance.now() + given.expiresInSeconds * 1000 - marginMs;
    return solvedChallenge(given.challenge);
  };

  const prepare = (): Promise<string | null> => {
    usableUntilMs = Number.POSITIVE_INFINITY;
    pending = solve().catch(() => null);
    return pending;
  };

  return {
    prepare,
    /** A solution counts once. @returns null where there is none */
    async take(): Promise<string | null> {
      const solution = await (pending && performance.now() < usableUntilMs ? pending : prepare());
      pending = null;
      return solution;
    },
  };
}
