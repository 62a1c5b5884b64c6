import type { Logger } from 'pino';
import type { Passwords } from '../accounts/passwords.ts';
import type { Fingerprints } from '../campaigns/person.ts';
import type { Sandbox } from '../cashier/providers/sandbox.ts';
import type { PastLine, PastPlayer } from '../draws/history.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { insertDemoAccount, isDemoTaken, newDemoPlayer } from './account.ts';
import { type Planned, planDemo } from './plan.ts';
import { replayPlan } from './replay-plan.ts';

export interface DemoDeps {
  catalogue: readonly GameDefinition[];
  /** The sandbox provider, through which the demo player makes all deposits. */
  sandbox: Sandbox;
  fingerprints: Fingerprints;
  logger: Logger;
  passwords: Pick<Passwords, 'hash'>;
  /** The site's time zone. */
  timeZone: string;
}

/**
 * Prepares the demo player for `createHistory`, which creates the account in its own transaction at the first start.
 * The account's deposits, tickets and notifications have dates in the period of `days` days that ends at `now`.
 * @param now the end of the period of the generated past draws
 * @param days the length of the period in days
 * @returns the player, to be passed to `createHistory`
 */
export function createDemoPlayer(
  { catalogue, sandbox, fingerprints, logger, passwords, timeZone }: DemoDeps,
  password: string,
  now: Date,
  days: number,
): PastPlayer {
  const since = new Date(now.getTime() - days * 86_400_000);
  const player = newDemoPlayer();
  const linesIn = new Map<string, PastLine[]>();
  let plan: Planned[] = [];
  let hashing: Promise<string> | undefined;
  return {
    async begin(tx) {
      if (await isDemoTaken(tx)) return false;
      // Another thread hashes the password while the draws are created.
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
      await replayPlan(tx, player, since, now, plan, {
        catalogue,
        timeZone,
        sandbox,
        fingerprints,
        logger,
      });
    },
  };
}
