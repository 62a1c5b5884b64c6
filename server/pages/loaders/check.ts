import {
  type CheckedGame,
  checkedGames,
  drawCounts,
  findGame,
  usualDraws,
  wayOf,
} from '../../../shared/check/check-request.ts';
import { CheckFailed } from '../../../shared/check/find-draws.ts';
import { formLabels } from '../../../shared/check/form-labels.ts';
import { hintOf } from '../../../shared/check/line-texts.ts';
import { nothingChecked, runCheck } from '../../../shared/check/run-check.ts';
import { isoDayIn } from '../../../shared/domain/site-time.ts';
import type { CheckPage, CheckState, CheckView } from '../../../shared/pages/check.ts';
import { resources } from '../../../shared/resources.ts';
import { formatsOf } from '../../words/words.ts';
import { markOf } from '../cards.ts';
import {
  metaOf,
  type PageLoader,
  type PageMeta,
  type PageRequest,
  pathWith,
  type UnkeptPageLoader,
} from '../loader.ts';

/** Loads `/check` without entered numbers. The query may preselect a game and draws. */
export const loadCheck: PageLoader = async (request) => ({
  status: 200,
  ...pageOf(request, checkedGames(await request.sources.games()), nothingChecked),
});

/** Loads `/check` with entered numbers. No cache stores the response. */
export const loadNumberCheck: UnkeptPageLoader = async (request, call) => {
  const { query, words, sources, config, now } = request;
  const games = checkedGames(await sources.games());
  const { state, failed } = await runCheck(query, {
    games,
    words,
    now,
    timeZone: config.boot.timeZone,
    async call(name, data) {
      const { answer, retryAfterSeconds } = await call(name, data);
      if (answer.success) return answer.data;
      throw new CheckFailed(answer.firstCode, retryAfterSeconds);
    },
  });
  return {
    status: failed ? (failed.isLimit ? 429 : 503) : state.errors.length > 0 ? 422 : 200,
    ...(failed?.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: failed.retryAfterSeconds }),
    ...pageOf(request, games, state),
  };
};

function pageOf(
  request: PageRequest,
  games: readonly CheckedGame[],
  state: CheckState,
): { page: CheckPage; meta: PageMeta } {
  const { query, words } = request;
  const title = words.t('check.title');
  const lead = words.t('check.lead');
  const isBare = Object.keys(query).length === 0;
  return {
    page: { kind: 'check', title, lead, view: viewOf(request, games, state) },
    meta: metaOf(request, {
      title,
      description: lead,
      // The canonical path contains the query, so the links to the other languages repeat the check.
      canonicalPath: pathWith(resources.check.path, query),
      indexable: isBare,
    }),
  };
}

function viewOf(
  { query, words, config, now }: PageRequest,
  games: readonly CheckedGame[],
  state: CheckState,
): CheckView {
  const { t } = words;
  const today = isoDayIn(config.boot.timeZone, now);
  const texts = Object.fromEntries(formLabels.map((name) => [name, t(`check.form.${name}`)]));
  return {
    langPrefix: words.langPrefix,
    action: `${words.langPrefix}${resources.check.path}`,
    ticketsHref: `${words.langPrefix}${resources.tickets.path}`,
    longest: resources.check.query,
    formats: formatsOf(config, words),
    texts,
    games: games.map(({ game, rules }) => ({
      value: game.gameId,
      slug: game.slug,
      label: markOf(game, words).gameName,
      hint: hintOf(rules.kind, t),
    })),
    drawCounts: drawCounts.map((count) => ({ value: count, label: words.count(count) })),
    values: {
      game: findGame(games, query['game'])?.game.gameId ?? '',
      numbers: query['numbers'] ?? '',
      by: wayOf(query),
      last: query['last'] ?? String(usualDraws),
      from: query['from'] ?? '',
      to: query['to'] ?? '',
      draw: query['draw'] ?? '',
    },
    today,
    state,
  };
}
