import { resolve } from 'node:path';
import { type InputBounds, InputBoundsError } from '../../shared/domain/input-bounds.ts';
import { operatorEmailIn } from '../content/operator-facts.ts';
import { type DocumentPlace, documentPlaceOf } from './documents.ts';
import { Environment } from './environment.ts';
import { parseInputBounds } from './input-bounds.ts';
import { shippedFiles } from './project-root.ts';
import { configuredSales } from './sales.ts';
import { readSiteLanguages } from './site-languages.ts';
import { type StripeConfig, stripeConfigOf } from './stripe-config.ts';

/** Thrown if the configuration is invalid. The message is one line for the operator and names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const shippedContentDir = shippedFiles('platform/content');

/** `embedded` means that the platform runs PostgreSQL itself, with its data in `dataDir`. */
export type DatabasePlace = { kind: 'external'; url: string } | { kind: 'embedded'; dataDir: string };

export interface PlatformConfig {
  port: number;
  host: string;
  database: DatabasePlace;
  /**
   * The current API key, followed by the previous key while that key stays valid. `hashes` and `drawSealKeys` have the
   * same order: the current value first.
   */
  apiKeys: readonly string[];
  hashes: readonly string[];
  ucid: string;
  signing: 'static' | 'hmac';
  /** Keys of 32 bytes as hex. They encrypt the seeds of future draws and are never stored in the database. */
  drawSealKeys: readonly string[];
  timeZone: string;
  /** If true, simulated players buy tickets, and the first start generates 30 days of past draws. */
  seedPlayers: boolean;
  /** Password of the demo player that the first start creates. Null means that there is no demo player. */
  demoPassword: string | null;
  /** Public origin of the site, for links in mails. If it is null, mails have no button, and links are only paths. */
  siteUrl: string | null;
  /** Languages of the site's pages, the default language first. */
  siteLanguages: readonly string[];
  mail: { url: string; from: string } | null;
  /** Webhook that sends text messages. If `key` is set, the platform signs its requests to the webhook. */
  sms: { url: string; key: string | null } | null;
  /** If true, GET /outbox shows the messages of a channel (mail or SMS) that is not configured. */
  outbox: boolean;
  /**
   * Idle time after which a session ends. If it is null, the idle time is not limited. Every session ends after a day.
   */
  sessionIdleMs: number | null;
  /** Balance, in minor units, below which the site suggests a deposit. */
  minimumWalletMinor: number;
  /** Configured lengths of inputs. The site must use the same lengths. */
  inputBounds: InputBounds;
  /** If false, players cannot buy tickets. */
  sales: boolean;
  /**
   * The payment provider. `sandbox` moves no real money, and anyone who opens its payment page can approve the payment.
   */
  paymentProvider: 'sandbox' | 'stripe' | 'off';
  /** Settings of Stripe. Null if another payment provider is configured. */
  stripe: StripeConfig | null;
  /**
   * Public origin of the sandbox's payment page. The default is the site's origin. If the site's origin is unknown, the
   * default is the address that the platform listens on.
   */
  sandboxOrigin: string | null;
  /** Where the documents of identity checks are stored. */
  documents: DocumentPlace;
  /** The documents of an identity check are deleted this many days after the decision. */
  documentDays: number;
  /**
   * Mail address that receives messages to support, and players' replies to mails. If it is null, the messages are only
   * stored in the database, and replies go to the operator's address from operator.yaml.
   */
  supportEmail: string | null;
  /** Folder of the texts, with one subfolder for each language. */
  contentDir: string;
  /** If true, texts are reloaded when their files change. */
  watchContent: boolean;
  logLevel: string;
}

/** Secrets that the embedded mode generates. */
export interface DefaultKeys {
  platformApiKey: string;
  platformHash: string;
  drawSealKey: string;
  demoPassword: string;
}

/**
 * @param stated the value of INPUT_BOUNDS
 * @throws ConfigError if the value is invalid
 */
export function inputBoundsOf(stated: string | undefined): InputBounds {
  try {
    return parseInputBounds(stated);
  } catch (error) {
    const source = stated === undefined ? 'config/boot_config.json: inputsMaxLength' : 'INPUT_BOUNDS';
    if (error instanceof InputBoundsError) throw new ConfigError(`${source}: ${error.message}`);
    throw new ConfigError(`${source} must be a JSON object such as {"password_min": 10}`);
  }
}

/** Returns the result of `read`. If `read` throws an error, throws a ConfigError with the message of that error. */
function configured<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Returns the configured document store.
 * @param values the values of the variables in `documentVariables`
 * @throws ConfigError if only some of the variables of a bucket are set
 */
export function checkedDocumentPlace(values: Parameters<typeof documentPlaceOf>[0]): DocumentPlace {
  const place = documentPlaceOf(values);
  if ('kind' in place) return place;
  throw new ConfigError(
    `${place.missing} is missing: DOCUMENTS_URL, DOCUMENTS_KEY_ID and DOCUMENTS_SECRET belong together`,
  );
}

/**
 * Returns the languages of the site's pages.
 * @throws ConfigError if `boot_config.json` names no languages
 */
function siteLanguages(): string[] {
  try {
    return readSiteLanguages();
  } catch {
    throw new ConfigError('config/boot_config.json: defaultLanguage and languages must name the languages');
  }
}

/**
 * Reads the platform's configuration from environment variables. With DATABASE_URL, the operator must set every secret.
 * @param defaultKeys returns the stored keys of a data folder, and generates missing keys. It is called only in
 *   embedded mode
 * @throws ConfigError of one line that names the variable
 */
export async function parseConfig(
  env: NodeJS.ProcessEnv,
  defaultKeys: (dataDir: string) => Promise<DefaultKeys>,
): Promise<PlatformConfig> {
  // Ignore empty variables, because shells and compose files pass an unset variable as an empty string.
  const stated = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(stated);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    // Use only the first element of the error's path, which is the variable's name. For a list of keys, the path also
    // contains an index.
    const name = String(issue?.path[0] ?? 'environment');
    // Omit the value from the message, because it may be a secret.
    throw new ConfigError(`${name} ${issue?.message ?? 'is malformed'}`);
  }
  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  const database: PlatformConfig['database'] =
    values.DATABASE_URL === undefined
      ? { kind: 'embedded', dataDir }
      : { kind: 'external', url: values.DATABASE_URL };
  const keysStated = {
    PLATFORM_API_KEY: values.PLATFORM_API_KEY,
    PLATFORM_HASH: values.PLATFORM_HASH,
    DRAW_SEAL_KEY: values.DRAW_SEAL_KEY,
  };
  const missing = Object.entries(keysStated).find(([, value]) => value === undefined);
  // Require the keys if the database is external. A key that was generated inside a container would be lost with the
  // container. Without DRAW_SEAL_KEY, draws whose seeds are already committed could not take place.
  if (database.kind === 'external' && missing) {
    throw new ConfigError(
      `${missing[0]} is missing: with DATABASE_URL no key is generated, set each of them`,
    );
  }
  if ((values.MAIL_URL === undefined) !== (values.MAIL_FROM === undefined))
    throw new ConfigError(
      values.MAIL_URL === undefined
        ? 'MAIL_URL is missing: MAIL_FROM has no effect without it'
        : 'MAIL_FROM is missing: MAIL_URL needs a sender',
    );
  // The site promises that players can reply to every mail. Replies need a support address, because many sender
  // addresses are not read.
  const supportEmail = values.SUPPORT_EMAIL?.toLowerCase() ?? null;
  if (
    values.MAIL_URL !== undefined &&
    !(supportEmail ?? configured(() => operatorEmailIn(shippedContentDir)))
  )
    throw new ConfigError(
      'SUPPORT_EMAIL is missing: MAIL_URL needs an address for answers, here or as email of operator.yaml',
    );
  if (values.SMS_KEY !== undefined && values.SMS_URL === undefined)
    throw new ConfigError('SMS_URL is missing: SMS_KEY has no effect without it');
  const documents = checkedDocumentPlace(values);
  const seedPlayers =
    values.SEED_PLAYERS === undefined ? database.kind === 'embedded' : values.SEED_PLAYERS === '1';
  // A platform with an external database may handle real money, so the sandbox is off unless the operator enables it.
  const paymentProvider = values.PAYMENT_PROVIDER ?? (database.kind === 'embedded' ? 'sandbox' : 'off');
  const canDemo = seedPlayers && paymentProvider === 'sandbox';
  if (values.DEMO_PASSWORD !== undefined && !canDemo)
    throw new ConfigError('DEMO_PASSWORD needs SEED_PLAYERS=1 and PAYMENT_PROVIDER=sandbox');
  const keys = database.kind === 'embedded' ? await defaultKeys(dataDir) : null;
  return {
    port: values.PLATFORM_PORT,
    host: values.PLATFORM_HOST,
    database,
    apiKeys: keysStated.PLATFORM_API_KEY ?? [keys?.platformApiKey ?? ''],
    hashes: keysStated.PLATFORM_HASH ?? [keys?.platformHash ?? ''],
    ucid: values.PLATFORM_UCID,
    signing: values.PLATFORM_SIGNING,
    drawSealKeys: keysStated.DRAW_SEAL_KEY ?? [keys?.drawSealKey ?? ''],
    timeZone: values.TIME_ZONE,
    seedPlayers,
    demoPassword: canDemo ? (values.DEMO_PASSWORD ?? keys?.demoPassword ?? null) : null,
    siteUrl: values.SITE_URL ?? null,
    siteLanguages: siteLanguages(),
    mail:
      values.MAIL_URL === undefined || values.MAIL_FROM === undefined
        ? null
        : { url: values.MAIL_URL, from: values.MAIL_FROM },
    sms: values.SMS_URL === undefined ? null : { url: values.SMS_URL, key: values.SMS_KEY ?? null },
    outbox: values.OUTBOX === undefined ? database.kind === 'embedded' : values.OUTBOX === '1',
    sessionIdleMs: values.SESSION_IDLE_MINUTES === undefined ? null : values.SESSION_IDLE_MINUTES * 60_000,
    minimumWalletMinor: values.MINIMUM_WALLET_MINOR,
    inputBounds: inputBoundsOf(values.INPUT_BOUNDS),
    sales: values.SALES === undefined ? configured(configuredSales) : values.SALES === 'on',
    paymentProvider,
    stripe: configured(() => stripeConfigOf(values, paymentProvider)),
    sandboxOrigin: values.SANDBOX_URL ?? null,
    documents,
    documentDays: values.DOCUMENTS_DAYS,
    supportEmail,
    contentDir: shippedContentDir,
    watchContent: values.NODE_ENV === 'development',
    logLevel: values.LOG_LEVEL,
  };
}
