import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import type { Failure } from '../../shared/contract/envelope.ts';
import { transactionCalls as calls, summaryPage } from '../../shared/contract/transactions.ts';
import { wrongFieldsOf } from '../../shared/contract/wrong-fields.ts';
import { byteOrderMark, csvRecord } from '../../shared/domain/csv.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { Deps } from '../deps.ts';
import {
  type AnswerHead,
  type Answers,
  failure,
  retryAfter,
  statusOf,
  wrongFields,
} from '../proxy/answers.ts';
import { checkAnswer } from '../proxy/check-answer.ts';
import { envelopeText } from '../proxy/envelope-text.ts';
import type { Forward } from '../proxy/forward.ts';
import { whoeverAsks } from '../proxy/whoever-asks.ts';
import type { Session } from '../session/sealer.ts';
import { answeredAs } from '../trace/request-context.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import { type SummaryTable, summaryTables } from './summary-tables.ts';

type Name = keyof typeof summaryTables;
/** The range that an answer is over, where it is over one. */
const Days = z.object({ from: z.iso.date(), to: z.iso.date() });
const isName = (name: string): name is Name => Object.hasOwn(summaryTables, name);
type Query = Record<string, unknown>;

/** While one file is on its way, another one of the same player waits. */
const otherSeconds = 10;

const given = (query: Query, name: string): string | undefined => {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Whether somebody looks at the answer as a page, rather than a program. */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' ||
  (headers['sec-fetch-mode'] === undefined && headers.accept?.includes('text/html') === true);

/**
 * Whether a link to this site's own files was followed from elsewhere: nothing could be read there, but the platform
 * would be made to work. Addresses that were typed or kept are the player's own doing.
 */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean => {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
};

export interface DownloadParts {
  answers: Answers;
  forward: Forward;
  /** A name that is one player's alone. */
  countedAs: (session: Session) => string;
}

/**
 * GET {prefix}/{call}.csv for every summary of a player's own (spec §7): all rows of the range, in the words of `lang`.
 * A plain link that needs no script. Rows are read page by page as the browser takes them.
 */
export function registerDownloads(
  api: FastifyInstance,
  deps: Deps,
  { answers, forward, countedAs }: DownloadParts,
): void {
  const { env, config, sessions, callRates, log } = deps;
  const { timeZone } = config.boot;
  /** Players whose file is on its way from this process. */
  const under = new Set<string>();

  const refuse = (reply: FastifyReply, answer: Failure, head?: AnswerHead): FastifyReply => {
    answeredAs('refused', 'call');
    return answers.refuse(reply, answer, head);
  };
  const logInFirst = (request: FastifyRequest, reply: FastifyReply, lang: string): FastifyReply => {
    const cookies = sessions.areThere(request.headers) ? sessions.forget() : [];
    const others = isNavigation(request) ? ['Location', `${deps.wordsOf(lang).langPrefix}/login`] : [];
    return refuse(reply, failure(codes.sessionExpired), {
      ...(others.length > 0 ? { status: 303 } : {}),
      cookies,
      others,
    });
  };

  /** One page of a summary. @throws UpstreamError */
  const ask = async (
    name: Name,
    data: Record<string, unknown>,
    request: FastifyRequest,
    { token }: Session,
    signal: AbortSignal,
  ) => {
    const text = envelopeText(env.platform.ucid, request.headers, data);
    const { status, body } = await forward({ name, text, token, address: request.ip, signal });
    return checkAnswer(name, calls[name], status, body);
  };

  /** The file, from its first page on. @throws UpstreamError where a later page cannot be had */
  async function* linesOf(
    table: SummaryTable,
    lang: string,
    first: unknown,
    next: (cursor: string) => Promise<unknown>,
  ): AsyncGenerator<string> {
    const reader = { words: deps.wordsOf(lang), timeZone };
    yield byteOrderMark + csvRecord(table.headings.map((heading) => reader.words.t(`summary.${heading}`)));
    for (let data = first; ; ) {
      const { records, cursor } = table.read(data, reader);
      if (records.length > 0) yield records.map(csvRecord).join('');
      if (cursor === null) return;
      data = await next(cursor);
    }
  }

  const headOf = (table: SummaryTable, data: unknown): string[] => {
    const days = Days.safeParse(data).data;
    const named = days ? `${days.from}-${days.to}` : isoDayIn(timeZone, deps.clock.now());
    return [
      'Content-Type',
      'text/csv; charset=utf-8; header=present',
      'Content-Disposition',
      `attachment; filename="golden-lotto-${table.file}-${named}.csv"`,
      'Cache-Control',
      'private, no-store',
      ...deps.headers,
    ];
  };

  const send = async (
    name: Name,
    session: Session,
    request: FastifyRequest<{ Querystring: Query }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const table = summaryTables[name];
    const lang = given(request.query, 'lang') ?? config.boot.defaultLanguage;
    const limit = name === 'transaction/getPlayerStatistics' ? {} : { limit: summaryPage.most };
    const asked = Object.fromEntries(
      table.filters.flatMap((field) => {
        const value = given(request.query, field);
        return value === undefined ? [] : [[field, value] as const];
      }),
    );
    const data = { ...asked, ...limit };
    const checked = calls[name].request.safeParse(data);
    if (!checked.success) return refuse(reply, wrongFields(wrongFieldsOf(checked.error)));
    const signal = whoeverAsks(reply.raw);
    const first = await ask(name, data, request, session, signal);
    if (!first.success) {
      if (first.firstCode === codes.sessionExpired) return logInFirst(request, reply, lang);
      return refuse(reply, first, { status: statusOf(first.firstCode) });
    }
    const next = async (cursor: string): Promise<unknown> => {
      const answer = await ask(name, { ...data, cursor }, request, session, signal);
      if (answer.success) return answer.data;
      throw new UpstreamError('platform', 'business', `${name}: ${answer.firstCode}`, {
        code: answer.firstCode,
      });
    };
    reply.hijack();
    reply.raw.writeHead(200, headOf(table, first.data));
    // Whoever has begun to read is cut off where a page fails: half a file must not look like a whole one.
    await pipeline(Readable.from(linesOf(table, lang, first.data, next)), reply.raw);
    return reply;
  };

  api.get<{ Params: { name: string }; Querystring: Query }>(
    '/transaction/:name.csv',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const name = `transaction/${request.params.name}`;
      const session = sessions.read(request.headers);
      const player = session && countedAs(session);
      const waitSeconds = await callRates.take('account', request.ip, player);
      if (waitSeconds > 0) {
        deps.metrics.shed('calls');
        return refuse(reply, failure(codes.tooManyTries), { others: retryAfter(waitSeconds) });
      }
      if (isFromElsewhere(request))
        return refuse(reply, wrongFields({ origin: 'field.wrong' }), { status: 403 });
      if (!isName(name)) return refuse(reply, failure(codes.callUnknown));
      if (!session || !player)
        return logInFirst(request, reply, given(request.query, 'lang') ?? config.boot.defaultLanguage);
      if (under.has(player))
        return refuse(reply, failure(codes.tooManyTries), { others: retryAfter(otherSeconds) });
      under.add(player);
      try {
        return await send(name, session, request, reply);
      } catch (error) {
        const isGone = reply.raw.destroyed && !reply.raw.writableFinished;
        if (!isGone) log.warn({ err: error, call: name }, 'a file could not be sent');
        if (reply.raw.headersSent || isGone) {
          reply.hijack();
          reply.raw.destroy();
          return reply;
        }
        return answers.refuse(reply, failure(codes.technicalIssue));
      } finally {
        under.delete(player);
      }
    },
  );
}
