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

/** Messages to an address or a number that would have been sent, newest first. */
export const readOutbox = async (platform: TestPlatform, to: string): Promise<OutboxMessage[]> => {
  const response = await fetch(`${platform.url}/outbox?to=${encodeURIComponent(to)}`);
  const body: { messages: OutboxMessage[] } = await response.json();
  return body.messages;
};

/** The newest code that was sent to this address or number. */
export const newestOtp = async (platform: TestPlatform, to: string): Promise<string> => {
  const message = (await readOutbox(platform, to)).find(({ otp }) => otp !== null);
  if (!message?.otp) throw new Error(`no code went to ${to}`);
  return message.otp;
};

/** A six-digit code that differs from this one. */
export const otherOtp = (otp: string): string => String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
