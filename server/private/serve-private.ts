import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createNegotiator } from '../cache/negotiate.ts';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import { deviceOf } from '../calls/device.ts';
import type { Deps } from '../deps.ts';
import type { ResourceAddress } from '../pages/address.ts';
import type { ErrorPages } from '../pages/error-pages.ts';
import { compressTo } from '../render/compress-to.ts';
import { headersWithNonce } from '../render/security-headers.ts';
import type { Session } from '../session/sealer.ts';
import { answeredAs } from '../trace/request-context.ts';
import { createFrames } from './frames.ts';
import { type LoadedProfile, loadProfile } from './load-profile.ts';
import { streamApp } from './stream-app.ts';

/** The time limit of the player's data. After it the page shows an error instead of loading for ever. */
const dataLimitMs = 8000;
/** The time limit of the page. It leaves two seconds for rendering after the data's limit. */
const renderLimitMs = 10_000;
/** User agents of crawlers, which do not run the scripts that move late parts into place. */
const botAgent = /bot\b|crawl|spider|slurp|facebookexternalhit|preview/i;
/** A query parameter that requests the complete page, for browsers without script (shared/resources.ts). */
const wholeParameter = 'whole';
const notStored = ['Cache-Control', 'private, no-store'];

export interface PrivatePages {
  /**
   * Answers a GET or HEAD request for a player's page.
   * @param clientAddress the client's address, as the trusted proxies report it
   */
  serve(
    req: IncomingMessage,
    res: ServerResponse,
    page: ResourceAddress,
    clientAddress: string,
  ): Promise<void>;
}

/**
 * Serves the pages of one player. The shell is sent first, because it does not need the platform. The data follows in
 * the same stream.
 */
export function createPrivatePages(deps: Deps, errors: ErrorPages): PrivatePages {
  const { sessions, config, client, headers, log } = deps;
  const frameOf = createFrames(deps);
  const negotiate = createNegotiator();

  const stream = async (request: PlayersRequest, page: ResourceAddress): Promise<void> => {
    const { req, res, signal } = request;
    const { lang, path } = page;
    const { langPrefix, t } = deps.wordsOf(lang);
    const locale = config.boot.languages.find(({ code }) => code === lang)?.locale ?? lang;
    const isWhole = wholeParameter in page.query || botAgent.test(req.headers['user-agent'] ?? '');
    const ownPath = langPrefix + path;
    const frame = await frameOf({
      lang,
      path,
      withoutScriptHref: isWhole ? null : `${ownPath}?${wholeParameter}=1`,
    });
    const nonce = randomBytes(16).toString('base64');
    let cookies: readonly string[] = [];
    const profile = load(deps, request, lang).then((loaded) => {
      cookies = loaded.cookies;
      return loaded.outcome;
    });
    const app = await client.createAccountApp({ path: ownPath, langPrefix, locale, t, profile });
    await streamApp(app.element, {
      identifierPrefix: app.identifierPrefix,
      nonce,
      isWhole,
      signal,
      limitMs: renderLimitMs,
      begin() {
        const encoding = negotiate(req.headers['accept-encoding']);
        res.writeHead(200, [
          'Content-Type',
          'text/html; charset=utf-8',
          ...notStored,
          ...cookies.flatMap((cookie) => ['Set-Cookie', cookie]),
          ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
          'Vary',
          'Accept-Encoding',
          'X-Accel-Buffering',
          'no',
          ...headersWithNonce(headers, nonce),
        ]);
        const output = compressTo(res, encoding);
        output.write(frame.before);
        return output;
      },
      afterShell(output) {
        output.write(frame.after);
        output.flush?.();
      },
      async finish(output) {
        output.write(await app.data);
        output.end(frame.end);
      },
      onLateError: (error) =>
        log.error({ err: error, page: page.name }, 'private page failed after its shell'),
    });
  };

  return {
    async serve(req, res, page, address) {
      answeredAs('none', 'account');
      const session = sessions.read(req.headers);
      if (!session) return sendToLogin(deps, req, res, page);
      if (req.method === 'HEAD') {
        res.writeHead(200, ['Content-Type', 'text/html; charset=utf-8', ...notStored, ...headers]);
        res.end();
        return;
      }
      // A client that disconnects during a write must not crash this process.
      res.on('error', () => undefined);
      try {
        await stream({ req, res, session, address, signal: clientGoneSignal(res) }, page);
      } catch (error) {
        answeredAs('error', 'account');
        log.error({ err: error, page: page.name }, 'private page could not be rendered');
        if (res.headersSent) res.destroy();
        else errors.send(res, { status: 503, reason: 'unavailable', lang: page.lang });
      }
    },
  };
}

function sendToLogin(
  deps: Deps,
  req: IncomingMessage,
  res: ServerResponse,
  { lang, path }: ResourceAddress,
): void {
  const { sessions, headers } = deps;
  const { langPrefix } = deps.wordsOf(lang);
  // Delete the cookies of an ended session. With its presence cookie, the login page would show the player's menu.
  const cookies = sessions.hasCookies(req.headers) ? sessions.forget() : [];
  res.writeHead(303, [
    'Location',
    `${langPrefix}/login?to=${encodeURIComponent(langPrefix + path)}`,
    ...notStored,
    ...cookies.flatMap((cookie) => ['Set-Cookie', cookie]),
    'Content-Length',
    '0',
    ...headers,
  ]);
  res.end();
}

async function load(
  deps: Deps,
  { session, address, req, signal }: PlayersRequest,
  lang: string,
): Promise<LoadedProfile> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), dataLimitMs);
  const device = deviceOf(req.headers);
  try {
    const caller = { session, address, device, signal: AbortSignal.any([signal, late.signal]) };
    return await loadProfile(deps.makeCall, caller, deps.wordsOf(lang).t);
  } finally {
    clearTimeout(timer);
  }
}

interface PlayersRequest {
  req: IncomingMessage;
  res: ServerResponse;
  session: Session;
  address: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}
