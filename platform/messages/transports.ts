import { createHmac } from 'node:crypto';
import { createTransport } from 'nodemailer';

/** A message in the form that every transport accepts. */
export interface Outgoing {
  messageId: number;
  createdAt: Date;
  to: string;
  /** Mail address that receives replies. If it is null, replies go to the sender's address. */
  replyTo: string | null;
  /** URL at which a POST ends the subscription to this mail (RFC 8058). Null if the mail is necessary. */
  unsubscribe: string | null;
  subject: string;
  text: string;
  html: string;
  sms: string;
}

/** Thrown if a message was not sent. This error contains no part of the message, because the error is logged. */
export class DeliveryFailed extends Error {
  readonly isPermanent: boolean;
  /** True if the server did not answer at all. Other messages would then fail too. */
  readonly isUnreachable: boolean;
  constructor(reason: string, isPermanent: boolean, isUnreachable = false) {
    super(reason);
    this.isPermanent = isPermanent;
    this.isUnreachable = isUnreachable;
  }
}

export interface Transport {
  /** @throws DeliveryFailed if the message was not sent */
  send(message: Outgoing): Promise<void>;
  /** Closes open connections. The next message opens a new connection. */
  close(): void;
}

const connectLimitMs = 10_000;
/** Socket timeout: the longest time without data from a mail server while a message is sent. */
const silenceLimitMs = 20_000;
/** Codes of nodemailer for a connection that could not be opened, or that broke during a message. */
const connectionFailures = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT']);
/** Codes of Node and undici for a connection that could not be opened. */
const unopened = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Time limit of one attempt to send a message. It includes waiting for a free connection and checking the server after
 * a failure. It is shorter than the lease of a message, so that no other process sends the message too.
 */
export const sendLimitMs = 55_000;
const checkLimitMs = 15_000;

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
}

/** Returns the domain of an address such as "Golden Lotto <no-reply@lotto.example>". */
function domainOf(from: string): string {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

/** Returns whether the promise was fulfilled within the time limit. */
async function succeeds(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), limitMs);
  try {
    return await Promise.race([
      promise.then(
        () => true,
        () => false,
      ),
      late.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function numberIn(error: object, name: string): number | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'number' ? value : undefined;
}

/**
 * Creates a transport that sends mail over SMTP (RFC 5321).
 * @param url smtp://user:password@host:587 or smtps://…; with smtp://, a password crosses the network only after
 *   STARTTLS
 * @param from the sender's address, with or without a name
 * @param limitMs time after which the attempt to send a message is aborted
 */
export function createMailTransport({
  url,
  from,
  limitMs = sendLimitMs - checkLimitMs,
}: {
  url: string;
  from: string;
  limitMs?: number;
}): Transport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const auth =
    username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const options = {
    pool: true,
    maxConnections: 2,
    // Disable nodemailer's retries, because the message queue retries messages itself.
    maxRequeues: 0,
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(auth ? { auth, requireTLS: !secure && !isLoopback(hostname) } : {}),
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    socketTimeout: silenceLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  let mailer: ReturnType<typeof connect> | undefined;
  const connect = () => createTransport(options);
  return {
    async send({ messageId, createdAt, to, replyTo, unsubscribe, subject, text, html }) {
      try {
        mailer ??= connect();
        await mailer.sendMail({
          from,
          to: { name: '', address: to },
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          signal: AbortSignal.timeout(limitMs),
          // Every attempt to send the message uses the same id, so that mail clients show the message once.
          messageId: `<${createdAt.getTime()}.${messageId}@${domainOf(from)}>`,
          headers: {
            'auto-submitted': 'auto-generated',
            ...(unsubscribe === null
              ? {}
              : {
                  'list-unsubscribe': `<${unsubscribe}>`,
                  'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
                }),
          },
        });
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        // Log only the response code, because the server's message contains the recipient's address.
        const response = numberIn(error, 'responseCode');
        const code: unknown = Reflect.get(error, 'code');
        // A single message can break its connection. Check over a new connection whether the server works.
        const isBroken = typeof code === 'string' && connectionFailures.has(code);
        const isUnreachable =
          response === undefined && isBroken && !(await succeeds(connect().verify(), checkLimitMs));
        throw new DeliveryFailed(
          ['SMTP', ...(response ? [response] : []), ...(typeof code === 'string' ? [code] : [])].join(' '),
          response !== undefined && response >= 550 && response <= 554,
          isUnreachable,
        );
      }
    },
    close() {
      mailer?.close();
      mailer = undefined;
    },
  };
}

/**
 * Creates a transport that sends text messages to the operator's webhook. It sends POST requests with {id, to, text} as
 * JSON; any status 2xx means success. If `key` is not null, requests are signed. `x-signature` is the HMAC-SHA256, in
 * hexadecimal, of `x-timestamp`, newline, path, newline, body.
 */
export function createSmsTransport({ url, key }: { url: string; key: string | null }): Transport {
  return {
    async send({ messageId, to, sms }) {
      const body = JSON.stringify({ id: String(messageId), to, text: sms });
      const timestamp = String(Date.now());
      const { pathname } = new URL(url);
      const signature =
        key === null
          ? {}
          : {
              'x-timestamp': timestamp,
              'x-signature': createHmac('sha256', key)
                .update(`${timestamp}\n${pathname}\n${body}`)
                .digest('hex'),
            };
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `golden-lotto-${messageId}`,
          ...signature,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(connectLimitMs),
      }).catch((error: unknown) => {
        const { name, cause } = error instanceof Error ? error : { name: 'Error', cause: undefined };
        const code: unknown = typeof cause === 'object' && cause && Reflect.get(cause, 'code');
        const isUnreachable = typeof code === 'string' && unopened.has(code);
        throw new DeliveryFailed(`SMS webhook: ${name}`, false, isUnreachable);
      });
      await response.body?.cancel();
      if (response.ok) return;
      const { status } = response;
      throw new DeliveryFailed(
        `SMS webhook: ${status}`,
        status >= 400 && status < 500 && status !== 408 && status !== 429,
      );
    },
    close: () => undefined,
  };
}
