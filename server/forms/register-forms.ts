import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathAfterForm } from '../../shared/domain/same-site-path.ts';
import type { Form } from '../../shared/forms/form.ts';
import { type FormName, formNames, forms } from '../../shared/forms/forms.ts';
import { settingsOf } from '../../shared/forms/settings.ts';
import { emptyForm, type FormState, submitForm } from '../../shared/forms/submit-form.ts';
import { type AccountRouteName, screenAt } from '../../shared/pages/account-routes.ts';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import { deviceOf } from '../calls/device.ts';
import type { Caller } from '../calls/make-call.ts';
import { isSameOrigin } from '../calls/same-origin.ts';
import type { Deps } from '../deps.ts';
import type { ErrorPages } from '../pages/error-pages.ts';
import type { PrivatePages } from '../private/serve-private.ts';
import { sendSeeOther } from '../render/see-other.ts';
import { answeredAs } from '../trace/request-context.ts';
import { acceptUploads } from '../uploads/accept-uploads.ts';
import { isUpload, type Uploads } from '../uploads/uploads.ts';
import { formDocument, isInPrivateArea } from './form-document.ts';
import { fileNamesOf, isAddressOf, readSubmission } from './read-submission.ts';
import { createSignupKeys } from './signup-key.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Names of the form's fields that contain files. */
    fileNames?: readonly string[];
  }
}

const bodyLimitBytes = 64 * 1024;
const formType = 'application/x-www-form-urlencoded';

type Refusal = Omit<Parameters<ErrorPages['send']>[1], 'lang'>;

/** A form in one language, and the path of its page. The path includes the language. */
interface FormAddress {
  name: FormName;
  form: Form;
  lang: string;
  langPrefix: string;
  path: string;
  /** The screen of the account area that shows the form. Null if the form has its own page. */
  screen: AccountRouteName | null;
}

/**
 * Registers a POST route for the page of each form, for browsers without script. After success, the response is a 303
 * to the next page, or a 200 with the next step or a message. After an invalid submission, the response is a 422 with
 * the page and the error messages. Public forms need no GET route here, because their pages are ordinary cached pages.
 * Forms in private areas also get a GET route, unless a screen of the account area shows them.
 */
export async function registerForms(
  app: FastifyInstance,
  deps: Deps,
  { errors, privatePages, uploads }: { errors: ErrorPages; privatePages: PrivatePages; uploads: Uploads },
): Promise<void> {
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    // The body is read as a buffer, because its text may be invalid UTF-8.
    pages.addContentTypeParser(
      formType,
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    );
    acceptUploads(pages, uploads, ({ routeOptions }) => routeOptions.config.fileNames ?? []);
    const parts = { errors, privatePages, addSignupKey: createSignupKeys(deps.env.sessionKeys[0] ?? '') };
    for (const address of formAddresses(deps)) {
      const handler = createFormHandler(deps, parts, address);
      const config = { fileNames: fileNamesOf(address.form) };
      pages.post(address.path, { onRequest: handler.admit, config }, handler.post);
      if (isInPrivateArea(address.form.path) && address.screen === null)
        pages.get(address.path, { exposeHeadRoute: false }, handler.get);
    }
  });
}

function formAddresses({ config }: Deps): FormAddress[] {
  return config.boot.languages.flatMap(({ code }) => {
    const langPrefix = code === config.boot.defaultLanguage ? '' : `/${code}`;
    return formNames.map((name) => {
      const form = forms[name](settingsOf(forms[name], config, code));
      return {
        name,
        form,
        lang: code,
        langPrefix,
        path: `${langPrefix}${form.path}`,
        screen: screenAt(form.path),
      };
    });
  });
}

/** Creates the functions that answer requests for one form. */
function createFormReplies(
  deps: Deps,
  { errors, privatePages }: { errors: ErrorPages; privatePages: PrivatePages },
  { name, form, lang, langPrefix, screen }: FormAddress,
) {
  const fail = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
    answeredAs(refusal.status >= 500 ? 'error' : 'refused', 'form');
    reply.hijack();
    errors.send(reply.raw, refusal);
    return reply;
  };

  const screenAddress = (screenName: AccountRouteName) => ({
    name: screenName,
    lang,
    path: form.path,
    query: {},
  });

  return {
    fail,
    screenAddress,

    show: async (
      reply: FastifyReply,
      status: number,
      state: FormState | null,
      query: URLSearchParams,
    ): Promise<FastifyReply> => {
      const body = await formDocument(deps, { name, lang, path: form.path, to: query.get('to') }, state);
      return reply
        .code(status)
        .header('cache-control', 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(body);
    },

    /**
     * Redirects to the next page without Fastify's serialisation and hooks, which take longer than the checks of a
     * form.
     */
    goOn: (reply: FastifyReply, query: URLSearchParams, cookies: readonly string[] = []): FastifyReply => {
      const location = pathAfterForm(query.get('to'), langPrefix);
      reply.hijack();
      sendSeeOther(reply.raw, { location, cookies, headers: deps.headers });
      return reply;
    },

    login: (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      reply.hijack();
      if (screen !== null) privatePages.sendToLogin(request.raw, reply.raw, screenAddress(screen));
      return reply;
    },
  };
}

interface FormParts {
  errors: ErrorPages;
  privatePages: PrivatePages;
  addSignupKey: ReturnType<typeof createSignupKeys>;
}

function createFormHandler(deps: Deps, parts: FormParts, address: FormAddress) {
  const { env, sessions } = deps;
  const { name, form, langPrefix, screen } = address;
  const { fail, screenAddress, show, goOn, login } = createFormReplies(deps, parts, address);

  return {
    /** Rejects invalid requests before the body is read. */
    admit: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      answeredAs('none', 'form');
      // Browsers send a form with file fields as multipart/form-data, and every other form URL-encoded. Mail providers
      // may send the POST of an unsubscribe link in either encoding (RFC 8058).
      if (!form.isOneClick && isUpload(request.headers) !== fileNamesOf(form).length > 0)
        return fail(reply, { status: 415, reason: 'bad-request' });
      if (!isSameOrigin(request.headers, env.siteUrl))
        return fail(reply, { status: 403, reason: 'bad-request' });
      // Only a few uploads can run at once, so redirect visitors to the login and keep the uploads for players.
      if (screen !== null && isUpload(request.headers) && !sessions.read(request.headers))
        return login(request, reply);
      // Count each submission as a page load, because its response is a newly rendered page.
      const waitSeconds = (await deps.pageLoads?.take(request.ip)) ?? 0;
      if (waitSeconds > 0)
        return fail(reply, { status: 429, reason: 'busy', retryAfterSeconds: waitSeconds });
      return undefined;
    },

    get: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (!isAddressOf(form, queryOf(request))) return fail(reply, { status: 404, reason: 'not-found' });
      if (form.playersOnly && !sessions.read(request.headers)) return goOn(reply, queryOf(request));
      return show(reply, 200, null, queryOf(request));
    },

    post: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const query = queryOf(request);
      if (!isAddressOf(form, query)) return fail(reply, { status: 404, reason: 'not-found' });
      const session = sessions.read(request.headers);
      if (screen !== null && !session) return login(request, reply);
      const caller: Caller = {
        // A form for visitors, such as the login, ignores an old session, because the platform may have ended that
        // session.
        session: form.visitorsOnly ? null : session,
        address: request.ip,
        device: deviceOf(request.headers),
        signal: clientGoneSignal(reply.raw),
      };
      const { state, cookies } = await submit(deps, form, request.body, { query, caller, parts });
      if (screen !== null && session) {
        const outcome = { session, form, submitted: { name, state }, cookies };
        // Hijack the reply only after `answerForm`. If `answerForm` throws, Fastify can send an error page only for a
        // reply that is not hijacked.
        await parts.privatePages.answerForm(
          request.raw,
          reply.raw,
          screenAddress(screen),
          outcome,
          request.ip,
        );
        return reply.hijack();
      }
      if (state.done !== null && form.follow.kind === 'go') return goOn(reply, query, cookies);
      if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
      const next = pathAfterForm(query.get('to'), langPrefix, state.next);
      return show(reply, state.problem ? 422 : 200, { ...state, next }, query);
    },
  };
}

/** Validates the body of a POST and makes the form's call. */
async function submit(
  { makeCall }: Pick<Deps, 'makeCall'>,
  form: Form,
  body: unknown,
  { query, caller, parts }: { query: URLSearchParams; caller: Caller; parts: FormParts },
): Promise<{ state: FormState; cookies: readonly string[] }> {
  const read = readSubmission(form, body, query);
  if (read.problem) return { state: { ...emptyForm, problem: read.problem }, cookies: [] };
  let cookies: readonly string[] = [];
  const state = await submitForm(form, read.submission, async (call, data) => {
    parts.addSignupKey(data);
    const outcome = await makeCall(call, data, caller);
    cookies = outcome.cookies;
    return outcome.answer;
  });
  return { state, cookies };
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const queryAt = url.indexOf('?');
  return new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt + 1));
}
