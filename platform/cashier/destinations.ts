import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { codes } from '../../shared/contract/codes.ts';
import {
  type AddDestinationRequest,
  type Destination,
  destinationsMost,
} from '../../shared/contract/destinations.ts';
import { type DestinationFieldName, destinationFieldNames } from '../../shared/domain/destination-fields.ts';
import { type HeldAccount, holdAccount } from '../accounts/holding.ts';
import { accounts } from '../accounts/tables.ts';
import type { Queryable } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { callProvider } from './call-provider.ts';
import type { CashierDeps } from './context.ts';
import type { PaymentProvider, PayoutHolder } from './provider.ts';
import { type DestinationRow, destinationsOf } from './repository.ts';
import { destinations } from './tables.ts';

export function destinationOf({ destinationId, providerId, label, addedAt }: DestinationRow): Destination {
  return { destinationId, providerId, label, addedAt: addedAt.toISOString() };
}

/**
 * Checks the conditions that an account must meet for a withdrawal. Excluded players can still withdraw their money.
 * @throws Refusal for the first condition that the account does not meet
 */
export function checkMayWithdraw(account: HeldAccount): void {
  if (account.status === 'suspended') throw new Refusal(codes.notEligible);
  if (!account.isContactVerified) throw new Refusal(codes.contactUnverified);
  if (!account.isIdentityApproved) throw new Refusal(codes.identityUnverified);
}

/**
 * Derives the id of a destination (a bank account for withdrawals) from the idempotency key. A repeated request then
 * has the same id, even if the first request did not store the destination. By this id, the provider recognises the
 * repeated request.
 */
function destinationIdOf(accountId: string, idempotencyKey: string): string {
  const hex = createHash('sha256').update(`${accountId} ${idempotencyKey}`).digest('hex');
  // RFC 9562: `8` is the digit of UUID version 8, which allows any content, and `a` is the digit of the variant.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Values = Partial<Record<DestinationFieldName, string>>;

/**
 * Returns the values of the provider's fields in upper case and without spaces.
 * @throws Refusal that names each missing, wrong or unknown field
 */
function valuesOf(provider: PaymentProvider, currencyCode: string, request: AddDestinationRequest): Values {
  const fields = provider.destinationFields(currencyCode);
  if (fields.length === 0) throw Refusal.ofFields({ providerId: 'field.wrong' });
  const values: Values = {};
  const wrong: Record<string, string> = {};
  for (const name of destinationFieldNames) {
    const given = (request[name] ?? '').replaceAll(/\s/g, '').toUpperCase();
    const field = fields.find((one) => one.name === name);
    if (field && new RegExp(`^(?:${field.pattern})$`).test(given) && given.length <= field.maxLength)
      values[name] = given;
    else if (field || given !== '') wrong[name] = 'field.wrong';
  }
  if (Object.keys(wrong).length > 0) throw Refusal.ofFields(wrong);
  return values;
}

async function holderOf(db: Queryable, accountId: string): Promise<PayoutHolder> {
  const { firstName, lastName, birthDate, countryId, email } = accounts;
  const [holder] = await db
    .select({ accountId: accounts.accountId, firstName, lastName, birthDate, countryId, email })
    .from(accounts)
    .where(eq(accounts.accountId, accountId));
  if (!holder) throw new Refusal(codes.sessionExpired);
  return holder;
}

/**
 * Returns the destination of an earlier request with the same key. If there is none, checks that the player may add a
 * destination and returns undefined.
 */
function checkMayAdd(
  { db, clock }: CashierDeps,
  { accountId }: Player,
  destinationId: string,
): Promise<DestinationRow | undefined> {
  return db.transaction(async (tx) => {
    const account = await holdAccount(tx, accountId, clock.now());
    if (!account) throw new Refusal(codes.sessionExpired);
    const all = await destinationsOf(tx, accountId);
    const known = all.find((one) => one.destinationId === destinationId);
    if (known) return known;
    checkMayWithdraw(account);
    if (all.length >= destinationsMost) throw new Refusal(codes.limitExceeded);
    return undefined;
  });
}

/**
 * Answers `cashier/addDestination`. The provider keeps the account number, and the platform keeps the provider's token
 * and a masked text. The provider is called outside a transaction.
 * @throws Refusal if the account does not meet the conditions of withdrawals, or if the provider rejects the values or
 *   does not answer
 */
export async function addDestination(
  deps: CashierDeps,
  player: Player,
  request: AddDestinationRequest,
  provider: PaymentProvider,
): Promise<Destination> {
  const { db, clock, onDestination } = deps;
  const { accountId, currencyCode } = player;
  const { idempotencyKey } = request;
  const destinationId = destinationIdOf(accountId, idempotencyKey);
  const known = await checkMayAdd(deps, player, destinationId);
  if (known) return destinationOf(known);
  const values = valuesOf(provider, currencyCode, request);
  const holder = await holderOf(db, accountId);
  const stored = await callProvider(deps, { providerId: provider.id, destinationId }, (signal) =>
    provider.storeDestination({ destinationId, holder, currencyCode, values }, signal),
  );
  if (stored.kind === 'rejected')
    throw Refusal.ofFields(Object.fromEntries(stored.fields.map((name) => [name, 'field.wrong'])));
  const { token, label } = stored;
  const row: DestinationRow = {
    destinationId,
    accountId,
    idempotencyKey,
    providerId: provider.id,
    currencyCode,
    token,
    label: label.slice(0, 60),
    addedAt: clock.now(),
    removedAt: null,
  };
  return db.transaction(async (tx) => {
    const account = await holdAccount(tx, accountId, clock.now());
    if (!account) throw new Refusal(codes.sessionExpired);
    const all = await destinationsOf(tx, accountId);
    const earlier = all.find((one) => one.destinationId === destinationId);
    if (earlier) return destinationOf(earlier);
    if (all.length >= destinationsMost) throw new Refusal(codes.limitExceeded);
    const inserted = await tx.insert(destinations).values(row).onConflictDoNothing().returning();
    // If no row is inserted, the player has added and removed this destination before. The idempotency key cannot be
    // used again.
    if (inserted.length === 0) throw Refusal.ofFields({ idempotencyKey: 'field.wrong' });
    await onDestination?.(tx, { accountId, label: row.label });
    return destinationOf(row);
  });
}

/**
 * Answers `cashier/removeDestination`. The row remains, because requested withdrawals are still paid to this
 * destination.
 * @throws Refusal for an unknown destination, and for a destination of another player
 */
export async function removeDestination(
  { db, clock }: Pick<CashierDeps, 'db' | 'clock'>,
  { accountId }: Player,
  destinationId: string,
): Promise<void> {
  const removed = await db
    .update(destinations)
    .set({ removedAt: clock.now() })
    .where(
      and(
        eq(destinations.destinationId, destinationId),
        eq(destinations.accountId, accountId),
        isNull(destinations.removedAt),
      ),
    )
    .returning({ destinationId: destinations.destinationId });
  if (removed.length === 0) throw new Refusal(codes.notFound);
}
