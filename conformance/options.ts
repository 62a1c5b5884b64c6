import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

export interface Options {
  /** Origin of the platform. */
  url: string;
  /** Origin of the content host; most have it on the platform. */
  cmsUrl: string;
  apiKey: string;
  hash: string;
  ucid: string;
  signing: 'static' | 'hmac';
  /** How long one answer may take. */
  timeoutMs: number;
}

/** What was typed or configured cannot be done; the message is one line for whoever typed it. */
export class UsageError extends Error {}

export const usage = `npm run conformance -- --url https://platform.example

Holds a platform against the contract, a call a line. It signs up a few players of its own (names that begin with
"conf") and leaves them behind, with what they bought: run it against a platform for trying out.

  --url ORIGIN          the platform
  --cms-url ORIGIN      the content host; without it the platform
  --timeout-ms NUMBER   how long one answer may take; without it 20000
  --help                this text

Credentials come from PLATFORM_API_KEY, PLATFORM_HASH, PLATFORM_UCID and PLATFORM_SIGNING (static, hmac), or else from
DATA_DIR/secrets.json (.data) where an embedded platform keeps its own. One-time passwords are read at GET /outbox
where the platform has one; what needs them is untested elsewhere.

Ends with 0 where everything that could be tested is as agreed, 1 where something is not, 2 where it could not begin.`;

const Secrets = z.object({ platformApiKey: z.string(), platformHash: z.string() });
const Environment = z.object({
  PLATFORM_API_KEY: z.string().min(1).optional(),
  PLATFORM_HASH: z.string().min(1).optional(),
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
    throw new UsageError(`--${name} is an origin, without a path: the paths are those of the contract`);
  return url.origin;
}

function keptKeys(dataDir: string): z.infer<typeof Secrets> {
  const file = path.join(path.resolve(dataDir), 'secrets.json');
  if (!existsSync(file))
    throw new UsageError(
      `PLATFORM_API_KEY and PLATFORM_HASH are missing, and there is no ${file} to read them from`,
    );
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new UsageError(`${file} holds no keys of a platform`);
  }
}

/**
 * @param args what stands behind `npm run conformance --`
 * @returns null where the usage was asked for
 * @throws UsageError
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | null {
  const text = { type: 'string' } as const;
  let values: { url?: string; 'cms-url'?: string; 'timeout-ms'?: string; help?: boolean };
  try {
    ({ values } = parseArgs({
      args,
      options: { url: text, 'cms-url': text, 'timeout-ms': text, help: { type: 'boolean' } },
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
  const stated = Environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  if (!stated.success)
    throw new UsageError(`${stated.error.issues[0]?.path.join('.') ?? 'the environment'} is malformed`);
  const { PLATFORM_API_KEY: apiKey, PLATFORM_HASH: hash, DATA_DIR: dataDir } = stated.data;
  const kept = apiKey === undefined || hash === undefined ? keptKeys(dataDir) : null;
  return {
    url,
    cmsUrl: values['cms-url'] === undefined ? url : originOf('cms-url', values['cms-url']),
    apiKey: apiKey ?? kept?.platformApiKey ?? '',
    hash: hash ?? kept?.platformHash ?? '',
    ucid: stated.data.PLATFORM_UCID,
    signing: stated.data.PLATFORM_SIGNING,
    timeoutMs,
  };
}
