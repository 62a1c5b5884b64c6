import type { CaptchaChallenge } from '../../shared/contract/support.ts';

/** A captcha solution must remain valid for at least this long. Otherwise the form does not send it. */
const marginMs = 60_000;

type GetChallenge = () => Promise<{ challenge: CaptchaChallenge; expiresInSeconds: number } | null>;

/**
 * Creates the solver of a form's captcha, which is a proof of work. The solver works in advance, so that the player
 * need not wait after the submit.
 * @param getChallenge resolves to null if the platform returned no challenge
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
    /** Returns a solution that was not used before; null if the captcha could not be solved. */
    async take(): Promise<string | null> {
      const solution = await (pending && performance.now() < usableUntilMs ? pending : prepare());
      pending = null;
      return solution;
    },
  };
}
