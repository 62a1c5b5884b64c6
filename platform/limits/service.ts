import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import type {
  ExcludeRequest,
  PlayerLimits,
  SetLimitRequest,
  TimeOutRequest,
} from '../../shared/contract/limits.ts';
import { holdAccount } from '../accounts/holding.ts';
import type { LoginFailures } from '../accounts/login-failures.ts';
import type { CheckPassword } from '../accounts/password-attempts.ts';
import { findById, statusAt } from '../accounts/repository.ts';
import type { Db, Transaction } from '../db/database.ts';
import type { Caller, Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { beginTimeOut, type ExclusionDeps, excludePerson, laterEnd } from './breaks.ts';
import { monthsAfter } from './periods.ts';
import { readPlayerLimits } from './read-limits.ts';
import { holdPerson } from './same-person.ts';
import { confirmLimit, type SetLimitDeps, setLimit } from './set-limit.ts';

export interface LimitService {
  /** Answers `limits/get`. */
  get(player: Player, caller: Caller): Promise<PlayerLimits>;
  /** Answers `limits/set`. */
  set(player: Player, asked: SetLimitRequest, caller: Caller): Promise<PlayerLimits>;
  /**
   * Answers `limits/confirm`.
   * @throws Refusal 10711 if no change with this id waits, 10615 if it has not waited long enough
   */
  confirm(player: Player, limitId: string, caller: Caller): Promise<PlayerLimits>;
  /** Answers `limits/timeOut`. @throws Refusal 15111 or 15113 for a wrong password */
  timeOut(player: Player, asked: z.output<typeof TimeOutRequest>, caller: Caller): Promise<PlayerLimits>;
  /** Answers `limits/exclude`. @throws Refusal 15111 or 15113 for a wrong password */
  exclude(
    player: Player,
    asked: z.output<typeof ExcludeRequest>,
    caller: Caller,
  ): Promise<{ endsAt: string | null }>;
}

export interface LimitDeps extends SetLimitDeps, Pick<ExclusionDeps, 'sessions' | 'fingerprints'> {
  db: Db;
  checkPassword: CheckPassword;
  failures: LoginFailures;
}

const dayMs = 86_400_000;

export function createLimitService(deps: LimitDeps): LimitService {
  const { db, clock, timeZone, announcements } = deps;

  const read = (player: Player, { tokenHash }: Caller): Promise<PlayerLimits> =>
    readPlayerLimits(db, timeZone, player, tokenHash, clock.now());

  /** Runs a change while the account is locked, so that purchases and other changes wait. */
  const locked = <T>({ accountId }: Player, change: (tx: Transaction, now: Date) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      if (!(await holdAccount(tx, accountId, now))) throw new Refusal(codes.sessionExpired);
      return change(tx, now);
    });

  const requirePassword = async (
    { accountId }: Player,
    password: string,
    { addressKey }: Caller,
  ): Promise<void> => {
    const account = await findById(db, accountId);
    if (!account) throw new Refusal(codes.sessionExpired);
    const { username } = account;
    await deps.failures.forget(await deps.checkPassword({ username, account, password, addressKey }));
  };

  return {
    get: read,

    async set(player, asked, caller) {
      await locked(player, (tx, now) => setLimit(tx, deps, player, asked, now));
      return read(player, caller);
    },

    async confirm(player, limitId, caller) {
      await locked(player, (tx, now) => confirmLimit(tx, deps, player, limitId, now));
      return read(player, caller);
    },

    async timeOut(player, { days, password }, caller) {
      await requirePassword(player, password, caller);
      const { accountId } = player;
      await locked(player, async (tx, now) => {
        const asked = new Date(now.getTime() + days * dayMs);
        const endsAt = await beginTimeOut(tx, accountId, asked);
        if (endsAt <= asked) await announcements.timeOutBegun(tx, { accountId, endsAt });
      });
      return read(player, caller);
    },

    async exclude(player, { months, password }, caller) {
      await requirePassword(player, password, caller);
      const { accountId } = player;
      const endsAt = await db.transaction(async (tx) => {
        const person = await holdPerson(tx, accountId);
        const now = clock.now();
        const status = person && statusAt(person.account, now);
        if (!person || status === 'deleted') throw new Refusal(codes.sessionExpired);
        // Do not replace a suspension with an exclusion. A suspension is stricter, because it also stops withdrawals.
        if (status === 'suspended') throw new Refusal(codes.notEligible);
        const asked = months === null ? null : monthsAfter(now, months);
        const until = status === 'excluded' ? laterEnd(person.account.statusUntil, asked) : asked;
        await excludePerson(tx, deps, person, until, now);
        return until;
      });
      return { endsAt: endsAt?.toISOString() ?? null };
    },
  };
}
