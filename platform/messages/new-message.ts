import type { Template, TemplateValues } from './kinds.ts';

export interface NewMessage<T extends Template> {
  template: T;
  to: { channel: 'mail' | 'sms'; address: string };
  /** Null if the recipient's name is unknown. */
  username: string | null;
  /** The account of the recipient. Messages of a subscription need it, for the link that ends the subscription. */
  accountId?: string;
  language: string;
  values: TemplateValues<T>;
  /** The message is not sent after this time. The default is three days from now. */
  expiresAt?: Date;
  /** If several messages have the same key, only the first of these messages is written. */
  onceKey?: string;
  /** If true, the message is sent only after all due messages without this flag. */
  isBulk?: boolean;
  /**
   * If true, the message is written like any other but never sent. Requests for unknown accounts then take the same
   * time as requests for known accounts.
   */
  isVoid?: boolean;
}
