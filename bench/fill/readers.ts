import type { Deps } from '../../platform/deps.ts';

export interface Readers {
  count: number;
}

/** The progress of a platform's notices: how many notifications and mails they have created so far. */
export interface NoticeProgress {
  notified: number;
  mailed: number;
}

/** Creates players who want the operator's notices by mail. The language of each player is one of four. */
export async function fillReaders({ database }: Deps, count: number): Promise<Readers> {
  const client = await database.connect();
  try {
    await client.query(
      `insert into accounts (username, username_key, password_hash, email, email_key, email_verified_at, currency_code,
         language, avatar_image, wants_notice_mails, referral_code, created_at)
       select name, name, 'no password has this hash', name || '@mail.example', name || '@mail.example', now(), 'INR',
         (array['en', 'hi', 'pt', 'nb'])[n % 4 + 1], 'avatar-01', true, upper(name), now()
       from generate_series(1, $1::int) n cross join lateral (select 'reader' || n as name) named`,
      [count],
    );
    await client.query('vacuum analyze accounts');
    // Write to disk now, so that the next measurement does not compete with the checkpoint.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  return { count };
}

/**
 * Deletes the mails that are not sent yet, so that the next round of purchases runs without them.
 * @returns the progress of all notices
 */
export async function deleteWaitingMails({ database }: Deps): Promise<NoticeProgress> {
  const client = await database.connect();
  try {
    await client.query('delete from player_mails');
    await client.query("delete from messages where state = 'due'");
    const { rows } = await client.query<NoticeProgress>(
      `select (select coalesce(sum(notified), 0) from notices)::int as notified,
         (select count(*) from messages where state = 'sent')::int as mailed`,
    );
    const [progress] = rows;
    if (!progress) throw new Error('the progress of the notices is unknown');
    return progress;
  } finally {
    await client.end();
  }
}
