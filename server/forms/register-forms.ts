import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sameSitePath } from '../../shared/domain/same-site-path.ts';
import type { Form } from '../../shared/forms/form.ts';
import { type FormName, formNames, forms } from '../../shared/forms/forms.ts';
import { settingsOf } from '../../shared/forms/settings.ts';
import { emptyForm, type FormState, submitForm } from '../../shared/forms/submit-form.ts';
import { privateAreas } from '../../shared/resources.ts';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import { deviceOf } from '../calls/device.ts';
import type { Caller } from '../calls/make-call.ts';
import { isSameOrigin } from '../calls/same-origin.ts';
import type { Deps } from '../deps.ts';
import type { ErrorPages } from '../pages/error-pages.ts';
import { sendSeeOther } from '../render/see-other.ts';
import { answeredAs } from '../trace/request-context.ts';
import { formDocument } from './form-document.ts';
import { isAddressOf, readSubmission } from './read-submission.ts';

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
}

/**
 * Registers a POST route for the page of each form, for browsers without script. After success, the response is a 303
 * to the next page, or a 200 with the next step or a message. After an invalid submission, the response is a 422 with
 * the page and the error messages. Public forms need no GET route here, because their pages are ordinary cached pages.
 * Forms in private areas also get a GET route.
 */
export async function registerForms(app: FastifyInstance, deps: Deps, errors: ErrorPages): Promise<void> {
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    // The body is read as a buffer, because its text may be invalid UTF-8.
    pages.addContentTypeParser(
      formType,
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    );
    for (const address of formAddresses(deps)) {
      const handler = createFormHandler(deps, errors, address);
      pages.post(address.path, { onRequest: handler.admit }, handler.post);
      if (isInPrivateArea(address.form)) pages.get(address.path, { exposeHeadRoute: false }, handler.get);
    }
  });
}

function isInPrivateArea({ path }: Form): boolean {
  return privateAreas.includes(path.split('/')[1] ?? '');
}

function formAddresses({ config }: Deps): FormAddress[] {
  return config.boot.languages.flatMap(({ code }) => {
    const langPrefix = code === config.boot.defaultLanguage ? '' : `/${code}`;
    return formNames.map((name) => {
      const form = forms[name](settingsOf(name, config, code));
      return { name, form, lang: code, langPrefix, path: `${langPrefix}${form.path}` };
    });
  });
}

function createFormHandler(deps: Deps, errors: ErrorPages, address: FormAddress) {
  const { env, sessions } = deps;
  const { form, lang, langPrefix } = address;

  const fail = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
    answeredAs(refusal.status >= 500 ? 'error' : 'refused', 'form');
    reply.hijack();
    errors.send(reply.raw, { ...refusal, lang });
    return reply;
  };

  const show = async (
    reply: FastifyReply,
    status: number,
    state: FormState | null,
  ): Promise<FastifyReply> => {
    const body = await formDocument(deps, { name: address.name, lang, path: form.path }, state);
    if (!body) return fail(reply, { status: 503, reason: 'unavailable' });
    return reply
      .code(status)
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(body);
  };

  /** Sends the next page without Fastify's serialisation and hooks, which take longer than the checks of a form. */
  const goOn = (
    reply: FastifyReply,
    query: URLSearchParams,
    cookies: readonly string[] = [],
  ): FastifyReply => {
    const location = sameSitePath(query.get('to')) ?? (langPrefix || '/');
    reply.hijack();
    sendSeeOther(reply.raw, { location, cookies, headers: deps.headers });
    return reply;
  };

  return {
    /** Rejects invalid requests before the body is read. */
    admit: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      answeredAs('none', 'form');
      if (!isSameOrigin(request.headers, env.siteUrl))
        return fail(reply, { status: 403, reason: 'bad-request' });
      // Count each submission as a page load, because its response is a newly rendered page.
      const waitSeconds = (await deps.pageLoads?.take(request.ip)) ?? 0;
      if (waitSeconds > 0)
        return fail(reply, { status: 429, reason: 'busy', retryAfterSeconds: waitSeconds });
      return undefined;
    },

    get: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (!isAddressOf(form, queryOf(request))) return fail(reply, { status: 404, reason: 'not-found' });
      if (form.playersOnly && !sessions.read(request.headers)) return goOn(reply, queryOf(request));
      return show(reply, 200, null);
    },

    post: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const query = queryOf(request);
      if (!isAddressOf(form, query)) return fail(reply, { status: 404, reason: 'not-found' });
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { submission, problem } = readSubmission(form, body, query);
      if (problem) return show(reply, 422, { ...emptyForm, values: {}, problem });
      const caller: Caller = {
        // A form for visitors, such as the login, ignores an old session, because the platform may have ended that
        // session.
        session: form.visitorsOnly ? null : sessions.read(request.headers),
        address: request.ip,
        device: deviceOf(request.headers),
        signal: clientGoneSignal(reply.raw),
      };
      let cookies: readonly string[] = [];
      const state = await submitForm(form, submission, async (name, data) => {
        const outcome = await deps.makeCall(name, data, caller);
        cookies = outcome.cookies;
        return outcome.answer;
      });
      if (state.done !== null && form.follow.kind === 'go') return goOn(reply, query, cookies);
      if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
      const next = sameSitePath(query.get('to')) ?? state.next;
      return show(reply, state.problem ? 422 : 200, { ...state, next });
    },
  };
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const queryAt = url.indexOf('?');
  return new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt + 1));
}
