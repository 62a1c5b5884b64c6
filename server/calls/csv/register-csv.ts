import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codes, endsSession } from '../../../shared/contract/codes.ts';
import type { Failure } from '../../../shared/contract/envelope.ts';
import { summaryPage } from '../../../shared/contract/summary-range.ts';
import { isoDayIn } from '../../../shared/domain/site-time.ts';
import type { Deps } from '../../deps.ts';
import { playerKeyOf } from '../../session/player-key.ts';
import type { Session } from '../../session/sealer.ts';
import { answeredAs } from '../../trace/request-context.ts';
import { type AnswerHead, type Answers, retryAfter } from '../api/answers.ts';
import { clientGoneSignal } from '../client-gone-signal.ts';
import { deviceOf } from '../device.ts';
import { failure, wrongFields } from '../failures.ts';
import { csvHead, csvText } from './csv-file.ts';
import { type SummaryTable, summaryTables } from './summary-tables.ts';

type Name = keyof typeof summaryTables;
const isName = (name: string): name is Name => Object.hasOwn(summaryTables, name);
type Query = Record<string, unknown>;
type FileRequest = FastifyRequest<{ Params: { name: string }; Querystring: Query }>;

/** Value of Retry-After for a player whose previous file is still being sent. */
const otherFileSeconds = 10;

function textOf(query: Query, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the filters in the URL's query. Query fields that the summary's call does not accept are ignored. */
function filtersIn(query: Query, table: SummaryTable): Record<string, string> {
  return Object.fromEntries(
    table.filters.flatMap((field) => {
      const value = textOf(query, field);
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
}

/**
 * Returns whether the browser navigates to the file, for example by a link. It returns false if a script fetches the
 * file.
 */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === 'navigate' || (mode === undefined && headers.accept?.includes('text/html') === true);
}

/**
 * Returns whether a page of another site caused the request. Such a page could not read the file, but could cause load
 * on the platform. For typed and bookmarked addresses, the result is false.
 */
function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/**
 * Registers GET {prefix}/{call}.csv for every summary of a player (spec §7). The file contains all rows of the range,
 * in the language that the query field `lang` names. Browsers without script can download the file by a link. The site
 * reads the rows from the platform page by page, as fast as the browser accepts the file.
 */
export function registerCsv(api: FastifyInstance, deps: Deps, answers: Answers): void {
  const { config, sessions, log } = deps;
  const { admit } = deps.calls;
  /** Players who are currently downloading a file from this process. */
  const receiving = new Set<string>();

  const langOf = ({ query }: FileRequest): string => textOf(query, 'lang') ?? config.boot.defaultLanguage;
  const refuse = (reply: FastifyReply, answer: Failure, head?: AnswerHead): FastifyReply => {
    answeredAs('refused', 'call');
    return answers.refuse(reply, answer, head);
  };
  const logInFirst = (request: FileRequest, reply: FastifyReply): FastifyReply => {
    const cookies = sessions.forgetSent(request.headers);
    if (!isNavigation(request)) return refuse(reply, failure(codes.sessionExpired), { cookies });
    const others = ['Location', `${deps.wordsOf(langOf(request)).langPrefix}/login`];
    return refuse(reply, failure(codes.sessionExpired), { status: 303, cookies, others });
  };

  /** @throws if a page of rows cannot be read after the first part of the file was sent */
  const send = async (
    name: Name,
    session: Session,
    request: FileRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const pageAfter = pagesOf(deps, name, session, request, reply);
    const outcome = await pageAfter({});
    const { answer: first } = outcome;
    if (!first.success) {
      if (endsSession(first.firstCode)) return logInFirst(request, reply);
      if (first.firstCode !== codes.technicalIssue) answeredAs('refused', 'call');
      return answers.sendOutcome(reply, outcome);
    }
    const next = async (cursor: string): Promise<unknown> => {
      const { answer } = await pageAfter({ cursor });
      if (answer.success) return answer.data;
      throw new Error(`${name}: ${answer.firstCode} within the file`);
    };
    const { timeZone } = config.boot;
    const table = summaryTables[name];
    const head = csvHead(table, first.data, isoDayIn(timeZone, deps.clock.now()));
    const reader = { words: deps.wordsOf(langOf(request)), timeZone };
    reply.hijack();
    reply.raw.writeHead(200, [...head, ...deps.headers]);
    // If a page of rows cannot be read, `pipeline` closes the connection, so that a partial file does not look
    // complete.
    await pipeline(Readable.from(csvText(table, reader, first.data, next)), reply.raw);
    return reply;
  };

  const handle = async (request: FileRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const name = `transaction/${request.params.name}`;
    const session = sessions.read(request.headers);
    // Each file counts as one call, no matter how many calls to the platform its rows need.
    const overLimit = await admit('account', { session, address: request.ip });
    if (overLimit) {
      answeredAs('refused', 'call');
      return answers.sendOutcome(reply, overLimit);
    }
    if (isFromOtherSite(request))
      return refuse(reply, wrongFields({ origin: 'field.wrong' }), { status: 403 });
    if (!isName(name)) return refuse(reply, failure(codes.callUnknown));
    if (!session) return logInFirst(request, reply);
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
  };
  api.get('/transaction/:name.csv', { exposeHeadRoute: false }, handle);
}

/** Returns a function that reads one summary, a page of rows at a time. */
function pagesOf(deps: Deps, name: Name, session: Session, request: FileRequest, reply: FastifyReply) {
  const limit = name === 'transaction/getPlayerStatistics' ? {} : { limit: summaryPage.most };
  const data = { ...filtersIn(request.query, summaryTables[name]), ...limit };
  const caller = {
    session,
    address: request.ip,
    device: deviceOf(request.headers),
    signal: clientGoneSignal(reply.raw),
  };
  return (cursor: { cursor?: string }) => deps.calls.makeAdmitted(name, { ...data, ...cursor }, caller);
}
