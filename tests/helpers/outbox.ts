import type { TestPlatform } from './platform.ts';

export interface OutboxMessage {
  messageId: number;
  channel: 'mail' | 'sms';
  template: string;
  language: string;
  sentAt: string;
  subject: string | null;
  text: string;
  html: string | null;
  otp: string | null;
}

/** Returns messages to an address or number, newest first. The outbox records messages instead of sending them. */
export const readOutbox = async (platform: TestPlatform, to: string): Promise<OutboxMessage[]> => {
  const response = await fetch(`${platform.url}/outbox?to=${encodeURIComponent(to)}`);
  const body: { messages: OutboxMessage[] } = await response.json();
  return body.messages;
};

export const newestOtp = async (platform: TestPlatform, to: string): Promise<string> => {
  const message = (await readOutbox(platform, to)).find(({ otp }) => otp !== null);
  if (!message?.otp) throw new Error(`no code went to ${to}`);
  return message.otp;
};

/**
 * Returns subject, heading and target of every mail to an address, oldest first. The target is the path in the URL of
 * the mail's button.
 */
export const mailsTo = async (platform: TestPlatform, to: string): Promise<[string, string, string][]> => {
  const mails = await readOutbox(platform, to);
  return mails.toReversed().map(({ subject, text }) => {
    const [heading = ''] = text.split('\n');
    const [, address = ''] = /: (\S+)\n\n--\n/.exec(text) ?? [];
    return [subject ?? '', heading, new URL(address).pathname];
  });
};

/** Returns a wrong one-time password in the same format as the correct one. */
export const otherOtp = (otp: string): string => String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
