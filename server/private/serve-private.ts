import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codes } from '../../shared/contract/codes.ts';
import type { Form } from '../../shared/forms/form.ts';
import { forms } from '../../shared/forms/forms.ts';
import { settingsOf } from '../../shared/forms/settings.ts';
import type { FormState } from '../../shared/forms/submit-form.ts';
import type { SubmittedForm } from '../../shared/pages/account.ts';
import { type AccountRouteName, accountRoutes, screenQuery } from '../../shared/pages/account-routes.ts';
import { createNegotiator } from '../cache/negotiate.ts';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import type { Deps } from '../deps.ts';
import type { PlayersAddress } from '../pages/address.ts';
import type { ErrorPages } from '../pages/error-pages.ts';
import { pooledRandom } from '../pooled-random.ts';
import { compressTo } from '../render/compress-to.ts';
import { notStored } from '../render/not-stored.ts';
import { headersWithNonce } from '../render/security-headers.ts';
import { sendSeeOther } from '../render/see-other.ts';
import { forgetNotice, keepNotice, noticeOf } from '../session/notice-cookie.ts';
import type { Session } from '../session/sealer.ts';
import { answeredAs } from '../trace/request-context.ts';
import { createFrames } from './frames.ts';
import { createPlayersCalls, type PlayersRequest } from './players-calls.ts';
import { streamApp } from './stream-app.ts';
import { createWordings } from './wordings.ts';

/** Time limit for the whole page. The calls of the page may take 8 s, so two seconds remain for rendering. */
const renderLimitMs = 10_000;
/**
 * Matches user agents of crawlers. Crawlers get the complete page, because they do not run the scripts of a streamed
 * page.
 */
const botAgent = /bot\b|crawl|spider|slurp|facebookexternalhit|preview/i;
/** A query parameter that requests the complete page, for browsers without script (shared/resources.ts). */
const wholeParameter = 'whole';
/**
 * Spec §2: the wallet modal opens the account area with `source=deposit`. The site redirects such a request to the
 * deposit page.
 */
const sourcePaths: ReadonlyMap<string, string> = new Map([['deposit', accountRoutes.deposit.path]]);

export interface ScreenAddress {
  name: AccountRouteName;
  lang: string;
  /** The path without the language. */
  path: string;
  query: Readonly<Record<string, string>>;
}

/** The outcome of a form that a browser submitted by POST. */
export interface FormOutcome {
  /** The session with which the form's call was made. */
  session: Session;
  form: Form;
  submitted: SubmittedForm;
  /** Set-Cookie header lines from the form's call. */
  cookies: readonly string[];
}

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
  /**
   * Responds to a form in the account area that a browser without script submitted by POST. After success, the response
   * redirects to the next screen. Otherwise, it shows the form's screen again, with status 422 if a value was rejected.
   */
  answerForm(
    req: IncomingMessage,
    res: ServerResponse,
    page: ScreenAddress,
    outcome: FormOutcome,
    clientAddress: string,
  ): Promise<void>;
  /** Redirects a visitor to the login. After the login, the site opens the requested screen. */
  sendToLogin(req: IncomingMessage, res: ServerResponse, page: ScreenAddress): void;
}

/**
 * Serves the pages of one player. The shell (the page without the player's data) is sent first, because the shell does
 * not need the platform. The data follows in the same stream.
 */
export function createPrivatePages(deps: Deps, errors: ErrorPages): PrivatePages {
  const { sessions, headers, log, env } = deps;
  const stream = createStream(deps);

  const show = async (request: Omit<PlayersRequest, 'signal'>, page: ScreenAddress, shown: Shown) => {
    const { res } = request;
    // A client that disconnects during a write causes an error event, which must not crash this process.
    res.on('error', () => undefined);
    try {
      await stream({ ...request, signal: clientGoneSignal(res) }, page, shown);
    } catch (error) {
      reportFailure(log, page.name, error);
      if (res.headersSent) res.destroy();
      else errors.send(res, { status: 503, reason: 'unavailable' });
    }
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
      const source = page.name === 'profile' ? sourcePaths.get(page.query['source'] ?? '') : undefined;
      if (source !== undefined)
        return sendSeeOther(res, {
          location: deps.wordsOf(page.lang).langPrefix + source,
          cookies: [],
          headers,
        });
      await show({ req, res, session, address }, page, { status: 200, submitted: null, cookies: [] });
    },

    async answerForm(req, res, page, { session, form, submitted, cookies }, address) {
      const { state } = submitted;
      if (state.problem?.key === `code.${codes.sessionExpired}`) return sendToLogin(deps, req, res, page);
      const location = state.done === null ? null : nextOf(deps, form, state, page.lang);
      if (location !== null) {
        const notice = form.follow.kind === 'screen' ? [keepNotice(submitted.name, env.siteUrl)] : [];
        return sendSeeOther(res, { location, cookies: [...cookies, ...notice], headers });
      }
      await show({ req, res, session, address }, page, {
        status: state.problem ? 422 : 200,
        submitted,
        cookies,
      });
    },

    sendToLogin: (req, res, page) => sendToLogin(deps, req, res, page),
  };
}

function reportFailure(log: Deps['log'], page: AccountRouteName, error: unknown): void {
  answeredAs('error', 'account');
  log.error({ err: error, page }, 'private page could not be rendered');
}

interface Shown {
  status: 200 | 422;
  /** The form that the request submitted, or null for a GET request. */
  submitted: SubmittedForm | null;
  /** Set-Cookie header lines. */
  cookies: readonly string[];
}

/** Creates the function that streams a screen. */
function createStream(deps: Deps) {
  const { client, privateHeaders, log, env, clock } = deps;
  const frameOf = createFrames(deps);
  const negotiate = createNegotiator();
  const wordingOf = createWordings(deps);

  return async (
    request: PlayersRequest,
    { name: route, lang, path, query }: ScreenAddress,
    { status, submitted, cookies }: Shown,
  ): Promise<void> => {
    const { req, res, signal } = request;
    // A response to a POST is sent as a whole, because only browsers without script submit forms by POST.
    const isWhole =
      submitted !== null || wholeParameter in query || botAgent.test(req.headers['user-agent'] ?? '');
    const frame = await frameOf({ route, lang, path, isWhole });
    const after = frame.after(new URLSearchParams(screenQuery(route, query)));
    const nonce = pooledRandom(16).toString('base64');
    const calls = createPlayersCalls(deps, request);
    const wording = wordingOf(lang);
    const notice = noticeText(deps, req, lang);
    const begin = () => {
      const encoding = negotiate(req.headers['accept-encoding']);
      const lines = [...cookies, ...calls.cookies(), ...(notice === null ? [] : [forgetNotice(env.siteUrl)])];
      res.writeHead(status, [
        'Content-Type',
        'text/html; charset=utf-8',
        ...notStored,
        ...lines.flatMap((cookie) => ['Set-Cookie', cookie]),
        ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
        'Vary',
        'Accept-Encoding',
        'X-Accel-Buffering',
        'no',
        ...headersWithNonce(privateHeaders, nonce),
      ]);
      const output = compressTo(res, encoding);
      output.write(frame.before(new URLSearchParams({ ...query, [wholeParameter]: '1' })));
      return output;
    };
    // The browser can load styles and scripts while the server renders, so the head of a streamed page is sent first.
    const started = isWhole ? null : begin();
    started?.flush?.();
    // Wait for the next turn of the event loop, so that the head is sent before React renders. Node sends all data that
    // is written in one turn together.
    if (started) await nextTurn();
    let hasShell = false;
    try {
      const app = await client.createAccountApp({
        route,
        path,
        query,
        wording,
        submitted,
        notice,
        shownSessionSeconds: isWhole
          ? Math.max(0, (clock.now().getTime() - request.session.openedAtMs) / 1000)
          : null,
        call: calls.call,
      });
      await streamApp(app.element, {
        identifierPrefix: app.identifierPrefix,
        nonce,
        isWhole,
        signal,
        limitMs: renderLimitMs,
        begin() {
          hasShell = true;
          return started ?? begin();
        },
        afterShell(output) {
          output.write(after);
          output.flush?.();
        },
        async finish(output) {
          output.write(await app.data);
          output.end(frame.end);
        },
        onLateError: (error) => log.error({ err: error, page: route }, 'private page failed after its shell'),
      });
    } catch (error) {
      if (!started || hasShell) throw error;
      // The status 200 was already sent, so only the page itself can report the failure.
      reportFailure(log, route, error);
      started.write(frame.failed);
      started.end(Buffer.concat([after, frame.end]));
    }
  };
}

/** Returns the address to open after the success of a form, or null if the form declares none. */
function nextOf(deps: Deps, { follow }: Form, { done, next }: FormState, lang: string): string | null {
  if (follow.kind === 'page') return deps.wordsOf(lang).langPrefix + follow.path(done);
  const location =
    follow.kind === 'leave' ? follow.path(done) : follow.kind === 'screen' ? (next ?? follow.path) : null;
  if (location === null) return null;
  // Redirect to the whole page, because the streamed page would redirect a browser without script once more.
  const [path = '', query = ''] = location.split('?');
  const search = new URLSearchParams(query);
  search.set(wholeParameter, '1');
  return `${deps.wordsOf(lang).langPrefix}${path}?${search}`;
}

/**
 * Returns the success message of the form that the player has just submitted without script, or null if there is none.
 */
function noticeText(deps: Deps, { headers }: IncomingMessage, lang: string): string | null {
  const name = noticeOf(headers);
  if (name === null) return null;
  const { follow } = forms[name](settingsOf(forms[name], deps.config, lang));
  return follow.kind === 'screen' ? deps.wordsOf(lang).t(follow.text) : null;
}

function sendToLogin(
  deps: Deps,
  req: IncomingMessage,
  res: ServerResponse,
  { name, lang, path, query }: ScreenAddress,
): void {
  const { sessions, headers } = deps;
  const search = String(new URLSearchParams(screenQuery(name, query)));
  const { langPrefix } = deps.wordsOf(lang);
  // Delete the cookies of an ended session. Otherwise, a script on the login page would find the presence cookie and
  // show the menu of a logged-in player.
  const cookies = sessions.forgetSent(req.headers);
  const to = langPrefix + path + (search && `?${search}`);
  sendSeeOther(res, { location: `${langPrefix}/login?to=${encodeURIComponent(to)}`, cookies, headers });
}
