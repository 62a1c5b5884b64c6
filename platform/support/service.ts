import { randomBytes } from 'node:crypto';
import { codes } from '../../shared/contract/codes.ts';
import type { SupportRequest } from '../../shared/contract/support.ts';
import type { Db } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { Messages } from '../messages/service.ts';
import type { Captcha } from './captcha.ts';
import { type SupportKind, supportMessages } from './tables.ts';

export interface SupportService {
  challenge: Captcha['challenge'];
  /**
   * Answers `support/contact` and `support/scheduleDemo`: stores a message and mails it to the operator.
   * @throws Refusal if the captcha is not solved, or if its solution was used before
   */
  send(kind: SupportKind, form: SupportRequest): Promise<{ reference: string }>;
}

export interface SupportDeps {
  db: Db;
  clock: { now(): Date };
  captcha: Captcha;
  messages: Messages;
  /** The operator's mail address. If null, messages are stored but not mailed. */
  supportEmail: string | null;
}

/**
 * Returns 40 random bits as hexadecimal digits. They are easy to read aloud, hard to guess, and practically never
 * repeat.
 */
function newReference(): string {
  const hex = randomBytes(5).toString('hex').toUpperCase();
  return `GL-${hex.slice(0, 5)}-${hex.slice(5)}`;
}

export function createSupportService({
  db,
  clock,
  captcha,
  messages,
  supportEmail,
}: SupportDeps): SupportService {
  return {
    challenge: () => captcha.challenge(),

    async send(kind, { captcha: given, username, email_address: email, message }) {
      const solved = await captcha.check(given);
      if (!solved) throw new Refusal(codes.captchaWrong);
      const reference = newReference();
      await db.transaction(async (tx) => {
        if (!(await captcha.use(solved, tx))) throw new Refusal(codes.captchaWrong);
        await tx
          .insert(supportMessages)
          .values({ reference, kind, username, email, message, createdAt: clock.now() });
        if (supportEmail !== null)
          await messages.write(
            {
              template: kind === 'contact' ? 'support_contact' : 'support_demo',
              to: { channel: 'mail', address: supportEmail },
              username: null,
              language: 'en',
              values: { reference, name: username, email, message },
            },
            tx,
          );
      });
      messages.wake();
      return { reference };
    },
  };
}
