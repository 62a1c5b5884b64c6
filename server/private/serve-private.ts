import type { IncomingMessage, ServerResponse } from 'node:http';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { AccountWording } from '../../shared/pages/account.ts';
import { screenQuery } from '../../shared/pages/account-routes.ts';
import { createNegotiator } from '../cache/negotiate.ts';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import type { Deps } from '../deps.ts';
import type { PlayersAddress } from '../pages/address.ts';
import type { ErrorPages } from '../pages/error-pages.ts';
import { pooledRandom } from '../pooled-random.ts';
import { compressTo } from '../render/compress-to.ts';
import { headersWithNonce } from '../render/security-headers.ts';
import { sendSeeOther } from '../render/see-other.ts';
import { answeredAs } from '../trace/request-context.ts';
import { createFrames } from './frames.ts';
import { createPlayersCalls, type PlayersRequest } from './players-calls.ts';
import { streamApp } from './stream-app.ts';

/** Time limit for the whole page. It leaves two seconds for rendering after the 8 s limit of the page's calls. */
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
    page: PlayersAddress,
    clientAddress: string,
  ): Promise<void>;
}

/**
 * Serves the pages of one player. The shell is sent first, because it does not need the platform. The data follows in
 * the same stream.
 */
export function createPrivatePages(deps: Deps, errors: ErrorPages): PrivatePages {
  const { sessions, client, headers, log } = deps;
  const frameOf = createFrames(deps);
  const negotiate = createNegotiator();

  const stream = async (request: PlayersRequest, page: PlayersAddress): Promise<void> => {
    const { req, res, signal } = request;
    const { name: route, lang, path, query } = page;
    const isWhole = wholeParameter in query || botAgent.test(req.headers['user-agent'] ?? '');
    const frame = await frameOf({ route, lang, path, isWhole });
    const nonce = pooledRandom(16).toString('base64');
    const calls = createPlayersCalls(deps, request);
    const wording = wordingOf(deps, lang);
    const app = await client.createAccountApp({ route, path, query, wording, call: calls.call });
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
          ...calls.cookies().flatMap((cookie) => ['Set-Cookie', cookie]),
          ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
          'Vary',
          'Accept-Encoding',
          'X-Accel-Buffering',
          'no',
          ...headersWithNonce(headers, nonce),
        ]);
        const output = compressTo(res, encoding);
        output.write(frame.before(new URLSearchParams({ ...query, [wholeParameter]: '1' })));
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
  { name, lang, path, query }: PlayersAddress,
): void {
  const { sessions, headers } = deps;
  const search = String(new URLSearchParams(screenQuery(name, query)));
  const { langPrefix } = deps.wordsOf(lang);
  // Delete the cookies of an ended session. If the presence cookie remained, the login page would show the player's
  // menu.
  const cookies = sessions.hasCookies(req.headers) ? sessions.forget() : [];
  const to = langPrefix + path + (search && `?${search}`);
  sendSeeOther(res, { location: `${langPrefix}/login?to=${encodeURIComponent(to)}`, cookies, headers });
}

function wordingOf(deps: Deps, lang: string): AccountWording {
  const { config, clock } = deps;
  const { langPrefix, locale, t } = deps.wordsOf(lang);
  const { timeZone, currencyFormat, walletBalances } = config.boot;
  return {
    t,
    langPrefix,
    lang,
    locale,
    timeZone,
    moneyFormat: { locale, currency: currencyFormat },
    today: isoDayIn(timeZone, clock.now()),
    walletBalances,
  };
}
