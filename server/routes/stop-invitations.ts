import type { FastifyInstance, FastifyReply } from 'fastify';
import { calls } from '../../shared/contract/calls.ts';
import type { Page } from '../../shared/pages/document.ts';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import { deviceOf } from '../calls/device.ts';
import { isSameOrigin } from '../calls/same-origin.ts';
import type { Deps } from '../deps.ts';
import type { ErrorPages } from '../pages/error-pages.ts';
import { frameOf } from '../pages/frame.ts';
import { renderDocument } from '../render/render-document.ts';
import { answeredAs } from '../trace/request-context.ts';

const path = '/account/stop-invitations';
const name = 'transaction/stopInvitations';
const call = calls[name];
/** A browser sends one with its form; nothing in it is looked at. */
const formBytes = 1024;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * GET and POST /account/stop-invitations: where the link in an invitation leads (`{path}?token=…`). Looking at it
 * changes nothing, since mail programs look at links too; the button does. Works without JavaScript, and is kept by
 * nobody.
 */
export async function registerStopInvitations(
  app: FastifyInstance,
  deps: Deps,
  errors: ErrorPages,
): Promise<void> {
  const { config, env, client } = deps;
  const { defaultLanguage: lang } = config.boot;
  const words = deps.wordsOf(lang);
  const { t } = words;

  const send = async (reply: FastifyReply, title: string, html: string): Promise<FastifyReply> => {
    const description = t('invitation.description');
    const meta = {
      title: `${title} · ${t('site.name')}`,
      description,
      indexable: false,
      ogType: 'website',
      canonicalPath: path,
    } as const;
    const page: Page = {
      kind: 'article',
      group: null,
      title,
      html: { __html: html },
      picture: null,
      date: null,
      dateText: null,
      facts: [],
      backHref: null,
      more: [],
    };
    const frame = {
      ...frameOf(path, meta, words, config, env.siteUrl, deps.clock.now()),
      canonical: null,
      alternates: [],
    };
    const body = await renderDocument(client.createDocument({ frame, page, t }));
    return reply.header('cache-control', 'private, no-store').type('text/html; charset=utf-8').send(body);
  };
  const fail = (
    reply: FastifyReply,
    status: number,
    reason: Parameters<ErrorPages['send']>[1]['reason'],
    retryAfterSeconds?: number,
  ): FastifyReply => {
    answeredAs(status >= 500 ? 'error' : 'refused');
    reply.hijack();
    errors.send(reply.raw, {
      status,
      reason,
      lang,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
    return reply;
  };
  const paragraph = (key: string): string => `<p>${escaped(t(key))}</p>`;

  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, _body, done) => done(null, null),
    );
    pages.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      if (!call.request.safeParse(request.query).success) return fail(reply, 404, 'not-found');
      const button = `<p><button class="button button--primary">${escaped(t('invitation.stop'))}</button></p>`;
      // To the same address, token included.
      const form = `<form method="post">${paragraph('invitation.question')}${button}</form>`;
      return send(reply, t('invitation.title'), `${form}${paragraph('invitation.hint')}`);
    });
    pages.post(path, async (request, reply) => {
      if (!isSameOrigin(request.headers, env.siteUrl)) return fail(reply, 403, 'bad-request');
      const asked = call.request.safeParse(request.query);
      if (!asked.success) return fail(reply, 404, 'not-found');
      const { answer, retryAfterSeconds } = await deps.makeCall(name, asked.data, {
        session: null,
        address: request.ip,
        device: deviceOf(request.headers),
        signal: clientGoneSignal(reply.raw),
      });
      if (retryAfterSeconds !== undefined) return fail(reply, 429, 'busy', retryAfterSeconds);
      if (!answer.success) return fail(reply, 503, 'unavailable');
      return send(reply, t('invitation.stopped'), paragraph('invitation.stopped_text'));
    });
  });
}
