import { and, asc, eq, inArray, isNotNull, like, ne, type SQLWrapper, sql } from 'drizzle-orm';
import type { Account } from '../accounts/repository.ts';
import { accounts } from '../accounts/tables.ts';
import { mailboxOf } from '../campaigns/person.ts';
import type { Queryable, Transaction } from '../db/database.ts';

/** The same as `mailboxOf` (platform/campaigns/person.ts), in SQL. */
const mailboxSql = (emailKey: SQLWrapper) => sql`(
  replace(regexp_replace(split_part(${emailKey}, '@', 1), '\\+.*$', ''), '.', '') || '@'
  || case split_part(${emailKey}, '@', 2) when 'googlemail.com' then 'gmail.com' else split_part(${emailKey}, '@', 2) end)`;

type Mailed = Pick<Account, 'email' | 'emailVerifiedAt'>;

/**
 * Returns whether two accounts certainly belong to one person: both have verified the same mailbox. Only Gmail is known
 * to ignore dots, so at other providers two addresses that differ in dots may belong to two persons.
 */
export function areCertainlySame(one: Mailed, other: Mailed): boolean {
  if (!one.email || !other.email || !one.emailVerifiedAt || !other.emailVerifiedAt) return false;
  const box = mailboxOf(one.email);
  if (box !== mailboxOf(other.email)) return false;
  const withDots = ({ email }: Mailed) => email?.replace(/\+.*@/, '@');
  return box.endsWith('@gmail.com') || withDots(one) === withDots(other);
}

/**
 * Locks an account and the other accounts that certainly belong to the same person. Rows are locked in the order of
 * their ids, because two exclusions of one person could otherwise deadlock.
 * @returns null if the account does not exist
 */
export async function holdPerson(
  tx: Transaction,
  accountId: string,
): Promise<{ account: Account; others: Account[] } | null> {
  const [known] = await tx.select().from(accounts).where(eq(accounts.accountId, accountId));
  const email = known?.emailVerifiedAt ? known.email : null;
  // All spellings of a mailbox begin with the same letter. With this letter, the unique index narrows the search.
  const found = email
    ? await tx
        .select({ accountId: accounts.accountId })
        .from(accounts)
        .where(
          and(
            like(accounts.emailKey, `${email.slice(0, 1)}%`),
            eq(mailboxSql(accounts.emailKey), mailboxOf(email)),
            isNotNull(accounts.emailVerifiedAt),
            ne(accounts.status, 'deleted'),
          ),
        )
    : [];
  const held = await tx
    .select()
    .from(accounts)
    .where(inArray(accounts.accountId, [accountId, ...found.map((one) => one.accountId)]))
    .orderBy(asc(accounts.accountId))
    .for('no key update');
  const account = held.find((one) => one.accountId === accountId);
  if (!account) return null;
  const others = held.filter((one) => one !== account && areCertainlySame(one, account));
  return { account, others };
}

/** An open account and an excluded account that may belong to the same person. */
export interface Match extends Record<string, unknown> {
  accountId: string;
  username: string;
  excludedId: string;
  excludedUsername: string;
  /** The mail addresses of both accounts are spellings of the same mailbox. One or both of them may be unverified. */
  sharesMailbox: boolean;
  /** Both accounts have the same name and date of birth. */
  sharesIdentity: boolean;
}

const nameSql = (table: 'a' | 'e') => {
  const [first, last] = [sql.raw(`${table}.first_name`), sql.raw(`${table}.last_name`)];
  return sql`lower(regexp_replace(trim(${first} || ' ' || ${last}), '\\s+', ' ', 'g'))`;
};

/**
 * Finds open accounts that may belong to an excluded person, because they have the mailbox, or the name and date of
 * birth, of an excluded account.
 * @param distinctAct the action in the operators' log by which an operator declares that two accounts belong to two
 *   persons
 */
export async function findMatches(
  on: Queryable,
  { now, distinctAct, limit }: { now: Date; distinctAct: string; limit: number },
): Promise<Match[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await on.execute<Match>(sql`
    with excluded as materialized (
      select * from accounts where status = 'excluded' and (status_until is null or status_until > ${at})
    ), open as not materialized (
      select * from accounts where status in ('active', 'suspended') or (status = 'excluded' and status_until <= ${at})
    ), matches as (
      select a.account_id, e.account_id as excluded_id, true as mailbox, false as identity
      from excluded e join open a on ${mailboxSql(sql.raw('a.email_key'))} = ${mailboxSql(sql.raw('e.email_key'))}
      union all
      select a.account_id, e.account_id, false, true
      from excluded e join open a on a.birth_date = e.birth_date and ${nameSql('a')} = ${nameSql('e')}
    )
    select a.account_id as "accountId", a.username, e.account_id as "excludedId", e.username as "excludedUsername",
      bool_or(mailbox) as "sharesMailbox", bool_or(identity) as "sharesIdentity"
    from matches
    join accounts a on a.account_id = matches.account_id
    join accounts e on e.account_id = matches.excluded_id
    where not exists (
      select from admin_log where admin_log.account_id = a.account_id and act = ${distinctAct}
        and subject = e.account_id::text)
    group by a.account_id, e.account_id
    order by a.username_key, e.username_key
    limit ${limit}`);
  return rows;
}
