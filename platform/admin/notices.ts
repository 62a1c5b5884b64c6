import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { shippedFiles } from '../config/project-root.ts';
import { readLibrary } from '../content/library.ts';
import { languages } from '../messages/texts.ts';
import { notificationData } from '../notifications/kinds.ts';
import {
  countRecipients,
  createNotice,
  listNotices,
  type NewNotice,
  type Notice,
  sendNotice,
} from '../notifications/notices.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand, rejectUsage } from './failure.ts';

const contentDir = shippedFiles('platform/content');
const Content = notificationData.notice;
const NoticeFile = z
  .strictObject({
    kind: z.enum(['promotion', 'notice']),
    en: Content.optional(),
    hi: Content.optional(),
    pt: Content.optional(),
    nb: Content.optional(),
  })
  .refine((file) => languages.some((language) => file[language]), 'has no text');

function readNoticeFile(file: string): NewNotice {
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return rejectUsage(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = NoticeFile.safeParse(content);
  if (!parsed.success) return rejectUsage(`${file}: ${z.prettifyError(parsed.error)}`);
  const { kind, ...texts } = parsed.data;
  return {
    kind,
    texts: Object.fromEntries(Object.entries(texts).flatMap(([lang, text]) => (text ? [[lang, text]] : []))),
  };
}

/** Returns title and excerpt of a promotion of the site, in every language that has a text of the promotion. */
function readPromotion(slug: string): NewNotice {
  const texts: Record<string, { title: string; text: string }> = {};
  for (const [language, pages] of readLibrary(contentDir)) {
    const item = pages.get(`promotions-${slug}`)?.item;
    const text = Content.safeParse({ title: item?.title.rendered, text: item?.excerpt?.rendered });
    if (item && text.success) texts[language] = text.data;
  }
  if (Object.keys(texts).length === 0) return rejectUsage(`neither a .yaml file nor a promotion: ${slug}`);
  return { kind: 'promotion', texts };
}

function inWords({ noticeId, kind, texts, notified, mailed, createdAt, finishedAt, sentBy }: Notice): string {
  const [{ title } = { title: '' }] = Object.values(texts);
  const state = finishedAt === null ? 'unfinished' : 'sent';
  return `${noticeId}  ${createdAt.toISOString()}  ${kind}  ${state}: ${notified} notified, ${mailed} mails  by ${sentBy}  ${title}`;
}

async function dryRun({ db, clock }: AdminDeps, notice: NewNotice): Promise<Outcome> {
  const counts = await countRecipients(db, notice, clock.now());
  const sum = (name: 'notified' | 'mailed') => counts.reduce((total, count) => total + count[name], 0);
  return {
    data: { kind: notice.kind, languages: counts, notified: sum('notified'), mailed: sum('mailed') },
    lines: [
      ...counts.map(
        ({ language, notified, mailed }) => `${language}: ${notified} on the site, ${mailed} by mail`,
      ),
      `In total ${sum('notified')} on the site, ${sum('mailed')} by mail.`,
      'A dry run: nothing was changed.',
    ],
  };
}

/**
 * Sends a promotion or a public notice to all players who may receive it. If an earlier run with the same texts was
 * interrupted, the remaining players are notified.
 * @param source a file such as notice.yaml, or the slug of a promotion of the site
 * @throws AdminFailure if the same texts were already sent to everybody
 */
export async function sendTexts(
  deps: AdminDeps,
  acting: Acting,
  { source, reason }: { source: string; reason: string | null },
): Promise<Outcome> {
  const { db, clock, progress } = deps;
  const asked = /\.ya?ml$/.test(source) ? readNoticeFile(source) : readPromotion(source);
  if (acting.isDryRun) return dryRun(deps, asked);
  const created = await perform(deps, acting, async (tx) => {
    const { notice, isNew } = await createNotice(tx, asked, acting.operator, clock.now());
    const { noticeId, kind, notified, finishedAt } = notice;
    if (finishedAt !== null)
      return rejectCommand(
        `these texts were already sent to ${notified} players at ${finishedAt.toISOString()}`,
      );
    return {
      data: notice,
      lines: [
        isNew
          ? `Notice ${noticeId}.`
          : `Notice ${noticeId} was interrupted after ${notified} players, going on.`,
      ],
      line: {
        act: 'notices send',
        accountId: null,
        subject: noticeId,
        reason,
        result: { kind, languages: Object.keys(asked.texts).join(' '), isNew },
      },
    };
  });
  const { noticeId } = z.object({ noticeId: z.string() }).parse(created.data);
  const sent = await sendNotice(db, clock, noticeId, {
    onBatch: ({ notified, mailed }) => progress?.(`${notified} players notified, ${mailed} mails staged`),
  });
  if (!sent) throw new Error('notice was not finished');
  return {
    data: sent,
    lines: [
      ...created.lines,
      `Sent: ${sent.notified} players notified on the site, ${sent.mailed} mails staged.`,
    ],
  };
}

export async function showNotices({ db }: AdminDeps): Promise<Outcome> {
  const rows = await listNotices(db);
  return { data: rows, lines: rows.length === 0 ? ['No notice was sent.'] : rows.map(inWords) };
}
