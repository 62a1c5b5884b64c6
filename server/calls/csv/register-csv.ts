import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { codes } from '../../../shared/contract/codes.ts';
import type { Failure } from '../../../shared/contract/envelope.ts';
import { summaryPage } from '../../../shared/contract/summary-range.ts';
import { byteOrderMark, csvRecord } from '../../../shared/domain/csv.ts';
import { isoDayIn } from '../../../shared/domain/site-time.ts';
import type { Deps } from '../../deps.ts';
import { playerKeyOf } from '../../session/player-key.ts';
import type { Session } from '../../session/sealer.ts';
import { answeredAs } from '../../trace/request-context.ts';
import { type AnswerHead, type Answers, retryAfter } from '../api/answers.ts';
import { clientGoneSignal } from '../client-gone-signal.ts';
import { deviceOf } from '../device.ts';
import { failure, wrongFields } from '../failures.ts';
import { type SummaryTable, summaryTables } from './summary-tables.ts';

type Name = keyof typeof summaryTables;
/** The range of days that an answer covers, where it covers one. */
const Days = z.object({ from: z.iso.date(), to: z.iso.date() });
const isName = (name: string): name is Name => Object.hasOwn(summaryTables, name);
type Query = Record<string, unknown>;

/** After so long a player whose previous file is still being sent may try again. */
const otherFileSeconds = 10;

const textOf = (query: Query, name: string): string | undefined => {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Whether the answer is shown as a page, rather than read by a script. */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' ||
  (headers['sec-fetch-mode'] === undefined && headers.accept?.includes('text/html') === true);

/**
 * Whether another site links here. It could not read the file, but it would make the platform work. Typed and
 * bookmarked addresses are allowed.
 */
const isFromOtherSite = ({ headers }: FastifyRequest): boolean => {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
};

/**
 * GET {prefix}/{call}.csv for every summary of a player (spec §7): all rows of the range, in the language of `lang`.
 * A plain link that needs no script. The platform is read page by page, as fast as the browser takes the file.
 */
export function registerCsv(api: FastifyInstance, deps: Deps, answers: Answers): void {
  const { config, sessions, log } = deps;
  const { admit, makeAdmitted } = deps.calls;
  const { timeZone } = config.boot;
  /** Players to whom this process is sending a file. */
  const receiving = new Set<string>();

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

  /** The file's lines, from the first page of rows. @throws where a later page fails */
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
    const lang = textOf(request.query, 'lang') ?? config.boot.defaultLanguage;
    const limit = name === 'transaction/getPlayerStatistics' ? {} : { limit: summaryPage.most };
    const filters = Object.fromEntries(
      table.filters.flatMap((field) => {
        const value = textOf(request.query, field);
        return value === undefined ? [] : [[field, value] as const];
      }),
    );
    const caller = {
      session,
      address: request.ip,
      device: deviceOf(request.headers),
      signal: clientGoneSignal(reply.raw),
    };
    const pageAfter = (cursor: { cursor?: string }) =>
      makeAdmitted(name, { ...filters, ...limit, ...cursor }, caller);
    const outcome = await pageAfter({});
    const { answer: first } = outcome;
    if (!first.success) {
      if (first.firstCode === codes.sessionExpired) return logInFirst(request, reply, lang);
      if (first.firstCode !== codes.technicalIssue) answeredAs('refused', 'call');
      return answers.sendOutcome(reply, outcome);
    }
    const next = async (cursor: string): Promise<unknown> => {
      const { answer } = await pageAfter({ cursor });
      if (answer.success) return answer.data;
      throw new Error(`${name}: ${answer.firstCode} within the file`);
    };
    reply.hijack();
    reply.raw.writeHead(200, headOf(table, first.data));
    // Where a page fails the connection is cut: half a file must not look like a whole one.
    await pipeline(Readable.from(linesOf(table, lang, first.data, next)), reply.raw);
    return reply;
  };

  api.get<{ Params: { name: string }; Querystring: Query }>(
    '/transaction/:name.csv',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const name = `transaction/${request.params.name}`;
      const session = sessions.read(request.headers);
      // Once a file, however many calls its rows take.
      const overLimit = await admit('account', { session, address: request.ip });
      if (overLimit) {
        answeredAs('refused', 'call');
        return answers.sendOutcome(reply, overLimit);
      }
      if (isFromOtherSite(request))
        return refuse(reply, wrongFields({ origin: 'field.wrong' }), { status: 403 });
      if (!isName(name)) return refuse(reply, failure(codes.callUnknown));
      if (!session)
        return logInFirst(request, reply, textOf(request.query, 'lang') ?? config.boot.defaultLanguage);
      const player = playerKeyOf(session);
      if (receiving.has(player))
        return refuse(reply, failure(codes.tooManyTries), { others: retryAfter(otherFileSeconds) });
      receiving.add(player);
      try {
        return await send(name, session, request, reply);
      } catch (error) {
        const isGone = reply.raw.destroyed && !reply.raw.writableFinished;
        if (!isGone) log.warn({ err: error, call: name }, 'CSV file could not be sent');
        if (!reply.raw.headersSent && !isGone) return answers.refuse(reply, failure(codes.technicalIssue));
        reply.hijack();
        reply.raw.destroy();
        return reply;
      } finally {
        receiving.delete(player);
      }
    },
  );
}
