import type { Passwords } from '../accounts/passwords.ts';
import type { Fingerprints } from '../campaigns/person.ts';
import type { Sandbox } from '../cashier/providers/sandbox.ts';
import type { PastLine, PastPlayer } from '../draws/history.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { demoPlayer, insertDemoAccount, isDemoTaken } from './account.ts';
import { liveThrough } from './past-life.ts';
import { type Planned, planDemo } from './plan.ts';

export interface DemoDeps {
  catalogue: readonly GameDefinition[];
  /** Whose page every deposit went through. */
  sandbox: Sandbox;
  fingerprints: Fingerprints;
  passwords: Pick<Passwords, 'hash'>;
  /** The site's. */
  timeZone: string;
}

/**
 * The demo player of a first start: somebody to log in as, whose wallet, tickets and notifications of the last days are
 * as real as the draws of the history that they are part of.
 *
 * @param now end of the history of so many days
 * @returns to be given to `createHistory`, which makes the account with it, or not at all
 */
export function createDemoPlayer(
  { catalogue, sandbox, fingerprints, passwords, timeZone }: DemoDeps,
  password: string,
  now: Date,
  days: number,
): PastPlayer {
  const since = new Date(now.getTime() - days * 86_400_000);
  const player = demoPlayer();
  const linesIn = new Map<string, PastLine[]>();
  let plan: Planned[] = [];
  let hashing: Promise<string> | undefined;
  return {
    async begin(tx) {
      if (await isDemoTaken(tx)) return false;
      // On another thread, while the draws are made.
      hashing = passwords.hash(password);
      hashing.catch(() => undefined);
      plan = planDemo(catalogue, since, now, timeZone);
      for (const event of plan) {
        if (event.kind !== 'purchase') continue;
        const { drawId, receiptNumber, lines, stakeMinor } = event;
        const bought = lines.map((line, index) => ({
          receiptNumber,
          lineNo: index + 1,
          line,
          playerNo: null,
          stakeMinor: stakeMinor / lines.length,
        }));
        linesIn.set(drawId, [...(linesIn.get(drawId) ?? []), ...bought]);
      }
      return true;
    },
    linesIn: (drawId) => linesIn.get(drawId) ?? [],
    async settle(tx) {
      await insertDemoAccount(tx, player, (await hashing) ?? '', since);
      await liveThrough(tx, player, since, now, plan, { catalogue, sandbox, fingerprints });
    },
  };
}
