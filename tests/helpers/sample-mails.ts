import { dayIn } from '../../platform/messages/formats.ts';
import { type Template, templates } from '../../platform/messages/kinds.ts';
import { languages, type MessageLanguage } from '../../platform/messages/texts.ts';
import { valuesIn } from '../../platform/messages/values.ts';
import { namesOf } from '../../shared/names-of.ts';
import { type OutboxMessage, readOutbox } from './outbox.ts';
import type { TestPlatform } from './platform.ts';
import { createPlayer } from './player.ts';

const timeZone = 'Asia/Kolkata';
const drawAt = '2026-11-21T12:02:00.000Z';

/** Data of the sample mails. Each mail uses only the values that its texts mention. */
const data = {
  amountMinor: 12_34_567_00,
  takenMinor: 500_00,
  currencyCode: 'INR',
  game: 'Golden Keno 20/80',
  draw: 7794,
  reason: 'The name of the account holder differs from the name in your profile.',
  limit: 'deposit',
  period: 'month',
  confirmableAt: '2026-11-22T12:02:00.000Z',
  expiresAt: '2026-11-29T12:02:00.000Z',
  endsAt: '2026-11-28T12:02:00.000Z',
  points: 12_500,
  label: '•••• 6789',
  whenAt: drawAt,
  otp: '048213',
  minutes: 10,
  tries: 5,
  link: `https://lotto.example/account/take-back-contact?token=${'Zk3'.repeat(14)}x`,
  stop: `https://lotto.example/account/stop-invitations?token=${'Zk3'.repeat(21)}x`,
  bringer: 'marigold',
  code: 'KITE42',
  reference: 'GL-48AF2-0B71C',
  name: 'Asha Rao',
  email: 'asha@mail.example',
  message: 'Hello,\nI cannot find the ticket that I bought yesterday.\nThank you, Asha',
  title: 'A new game begins on Friday',
  text: 'Golden Raffle returns with a first prize of ₹1,00,00,000. The sale begins on Friday at noon.',
};

/** Texts that players and operators wrote. The platform does not translate these texts in mails. */
export const wordsOfPeople: readonly string[] = [
  data.reason,
  ...data.message.split('\n'),
  data.title,
  data.text,
];

export const sampleTemplates: readonly Template[] = namesOf(templates);

/** Mails to recipients whose name the platform does not know. */
const nameless = new Set<Template>(['refer_friend', 'support_contact', 'support_demo']);

/** Returns a sample of every mail in a language, read from the outbox. */
export async function sampleMails(
  platform: TestPlatform,
  language: MessageLanguage,
): Promise<OutboxMessage[]> {
  const player = await createPlayer(platform);
  // Subscribe the player to all mails. Otherwise the platform would not queue mails that require a subscription.
  await player.call('accounts/updateUserDetails', { isPromotion: 1, noticeMail: 1, winMail: 1 });
  const address = `samples-${language}@mail.example`;
  const date = dayIn(language, new Date(drawAt), timeZone);
  const known = { date, ...valuesIn(language, data, timeZone) };
  await platform.deps.messages.writeAll(
    sampleTemplates.map((template) => ({
      template,
      to: { channel: 'mail' as const, address },
      username: nameless.has(template) ? null : 'marigold',
      accountId: player.accountId,
      language,
      values: known,
    })),
    platform.deps.db,
  );
  return readOutbox(platform, address);
}

export const sampleLanguages = languages;
