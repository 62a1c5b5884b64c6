import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { checkReceiptNumber, normaliseReceiptNumber } from '../shared/domain/receipt-number.ts';

export interface Options {
  url: string;
  /** Origin of the content host, which is often the platform itself. */
  cmsUrl: string;
  apiKey: string;
  hash: string;
  ucid: string;
  signing: 'static' | 'hmac';
  timeoutMs: number;
  /** Receipt number of a ticket in a closed draw. The run checks the proof of this ticket. */
  receipt: string | null;
}

/** Thrown for invalid arguments or environment variables. The message is one line for the terminal. */
export class UsageError extends Error {}

export const usage = `npm run conformance -- --url https://platform.example

Checks a platform against the contract, one line for each call. It signs up a few players (names that start with
"conf") and leaves them and their tickets behind: run it against a test platform.

  --url ORIGIN          the platform
  --cms-url ORIGIN      the content host; by default the platform
  --timeout-ms NUMBER   timeout of one answer; by default 20000
  --receipt NUMBER      a receipt of a closed draw, to check draws/ticketProof; by default that of a bought ticket
  --help                this text

Credentials are read from PLATFORM_API_KEY, PLATFORM_HASH, PLATFORM_UCID and PLATFORM_SIGNING (static, hmac), otherwise
from the secrets of an embedded platform in DATA_DIR/secrets.json (.data). One-time passwords are read from GET /outbox;
without it, calls that need them are untested.

Exit code: 0 if all tested calls conform, 1 if one does not, 2 for wrong arguments or credentials.`;

const Secrets = z.object({ platformApiKey: z.string(), platformHash: z.string() });
/**
 * While a secret is being changed, the variable contains the new value, a comma and the previous value. The site sends
 * the new value.
 */
const currentSecret = z
  .string()
  .transform((text) => text.split(',')[0]?.trim() ?? '')
  .pipe(z.string().min(1));
const Environment = z.object({
  PLATFORM_API_KEY: currentSecret.optional(),
  PLATFORM_HASH: currentSecret.optional(),
  PLATFORM_UCID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .default('golden_lotto'),
  PLATFORM_SIGNING: z.enum(['static', 'hmac']).default('static'),
  DATA_DIR: z.string().default('.data'),
});

function originOf(name: string, text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(`--${name} must be an http(s) origin such as https://platform.example`);
  if (url.pathname !== '/' || url.search || url.hash)
    throw new UsageError(`--${name} is an origin without a path: the contract defines the paths`);
  return url.origin;
}

function storedKeys(dataDir: string): z.infer<typeof Secrets> {
  const file = path.join(path.resolve(dataDir), 'secrets.json');
  if (!existsSync(file))
    throw new UsageError(`PLATFORM_API_KEY and PLATFORM_HASH are missing, and ${file} does not exist`);
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new UsageError(`${file} contains no keys of a platform`);
  }
}

/**
 * Parses the options of the command.
 * @param args the arguments after `npm run conformance --`
 * @returns null for --help
 * @throws UsageError for invalid options
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | null {
  const text = { type: 'string' } as const;
  let values: { url?: string; 'cms-url'?: string; 'timeout-ms'?: string; receipt?: string; help?: boolean };
  try {
    ({ values } = parseArgs({
      args,
      options: { url: text, 'cms-url': text, 'timeout-ms': text, receipt: text, help: { type: 'boolean' } },
    }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return null;
  if (values.url === undefined) throw new UsageError('--url is missing: the origin of the platform');
  const url = originOf('url', values.url);
  const timeoutMs = Number(values['timeout-ms'] ?? 20_000);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1)
    throw new UsageError('--timeout-ms must be a whole number of milliseconds');
  if (values.receipt !== undefined && checkReceiptNumber(values.receipt) !== null)
    throw new UsageError('--receipt must be a receipt number such as KENO-7809-7QK2M9XA4T');
  const environment = Environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  if (!environment.success)
    throw new UsageError(`${environment.error.issues[0]?.path.join('.') ?? 'the environment'} is malformed`);
  const { PLATFORM_API_KEY: apiKey, PLATFORM_HASH: hash, DATA_DIR: dataDir } = environment.data;
  const stored = apiKey === undefined || hash === undefined ? storedKeys(dataDir) : null;
  return {
    url,
    cmsUrl: values['cms-url'] === undefined ? url : originOf('cms-url', values['cms-url']),
    apiKey: apiKey ?? stored?.platformApiKey ?? '',
    hash: hash ?? stored?.platformHash ?? '',
    ucid: environment.data.PLATFORM_UCID,
    signing: environment.data.PLATFORM_SIGNING,
    timeoutMs,
    receipt: values.receipt === undefined ? null : normaliseReceiptNumber(values.receipt),
  };
}
