import type { Game } from '../../../shared/contract/games.ts';
import type { Line } from '../../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../../shared/domain/quick-pick.ts';
import { pricesText } from '../../../shared/domain/shown-prices.ts';
import { typedLine } from '../../../shared/domain/typed-line.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { findTicketsOf } from '../../play/find-tickets.ts';
import { randomBelow } from '../../play/random-below.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import { FormSkeleton } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { BreakBanner } from '../limits/BreakBanner.tsx';
import { type BreakView, withBreak } from '../limits/load-break.ts';
import { moment, money } from '../list/cells.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';

interface PlayView {
  title: string;
  text: string;
  /** The ticket form. Null if no ticket can be bought now; `text` then contains the reason. */
  form: FormView | null;
  /** Title of the links to other games, or of the links to quick picks of the chosen game. */
  linksTitle: string;
  links: { href: string; text: string }[];
}

const quickPickCounts = [1, 3, 5, 10];

/** `/my-accounts/play`: the ticket form for browsers without script. */
export const playScreen: Screen = {
  load: withBreak(loadPlay),
  Component: () => <ScreenContent Content={Play} skeleton={<FormSkeleton />} />,
};

async function loadPlay(request: ScreenRequest): Promise<ScreenAnswer<PlayView>> {
  const { call, query, submitted, wording } = request;
  const { t } = wording;
  const list = await call('gameList', {});
  if (list.kind !== 'ok') return (await submittedForm(request)) ?? unanswered(list, wording);
  const { gameList, sales } = list.data;
  const gameId = query['game'] ?? submitted?.state.values['gameId'];
  const game = gameList.find((each) => each.gameId === gameId);
  const gameLinks = {
    linksTitle: t('account.play.games'),
    links: gameList.map((each) => ({ href: hrefOf(each, request), text: nameOf(each, request) })),
  };
  const closed = { title: t('account.play.title'), form: null };
  if (!sales) return shown({ ...closed, text: t('code.10609'), linksTitle: '', links: [] });
  if (!game) return shown({ ...closed, text: t('account.play.choose'), ...gameLinks });
  const open = await call('draws/open', { gameId: game.gameId });
  if (open.kind !== 'ok') return (await submittedForm(request)) ?? unanswered(open, wording);
  const { draws } = open.data;
  const title = nameOf(game, request);
  if (draws.length === 0) return shown({ title, form: null, text: t('account.play.no_draws'), ...gameLinks });
  const picked = await pickLines(
    game,
    draws.map(({ drawId }) => drawId),
    request,
  );
  const form = await loadForm('play', request, {
    choices: {
      drawId: draws.map(({ drawId, drawNumber, drawStartDate, ticketPrice }) => ({
        value: drawId,
        label: [
          moment(drawStartDate, wording),
          drawNumber,
          money(ticketPrice, game.currencyCode, wording),
        ].join(' · '),
      })),
    },
    hints: {
      lines: t('account.play.example', { line: typedLine(quickPick(game.drawParameters, randomBelow)) }),
    },
    values: {
      gameId: game.gameId,
      kind: JSON.stringify(game.drawParameters),
      drawId: draws[0]?.drawId ?? '',
      lines: picked.map(typedLine).join('\n'),
    },
    fresh: { prices: pricesText(draws) },
  });
  if (form.kind !== 'shown') return form;
  return shown({
    title,
    text: t('account.play.price', {
      price: money(draws[0]?.ticketPrice ?? game.ticketPrice, game.currencyCode, wording),
    }),
    form: form.view,
    linksTitle: t('account.play.quick_pick'),
    links: quickPickCounts
      .filter((count) => count <= game.maxLinesPerPurchase)
      .map((count) => ({
        href: hrefOf(game, request, count),
        text: t('account.play.lines', { count }),
      })),
  });
}

const shown = (view: PlayView): ScreenAnswer<PlayView> => ({ kind: 'shown', view });

/**
 * Shows a submitted form again while the platform does not answer. The response to the purchase may be lost, and only
 * the submitted form has the purchase's idempotency key. Returns null if the request is not a submission of the ticket
 * form.
 */
async function submittedForm(request: ScreenRequest): Promise<ScreenAnswer<PlayView> | null> {
  const { submitted, wording } = request;
  if (submitted?.name !== 'play') return null;
  const { drawId = '' } = submitted.state.values;
  const form = await loadForm('play', request, { choices: { drawId: [{ value: drawId, label: drawId }] } });
  if (form.kind !== 'shown') return form;
  const title = wording.t('account.play.title');
  return shown({ title, text: '', form: form.view, linksTitle: '', links: [] });
}

function nameOf({ gameId, name }: Game, { wording: { t } }: ScreenRequest): string {
  const text = t(`game.${gameId}`);
  return text === `game.${gameId}` ? name : text;
}

function hrefOf({ gameId }: Game, { path }: ScreenRequest, lines = 0): string {
  return `${path}?game=${gameId}${lines > 0 ? `&pick=${lines}` : ''}&whole=1`;
}

/**
 * Returns as many random lines as the page's URL requests. For a raffle, the lines are tickets that are not sold yet.
 */
async function pickLines(
  { gameId, drawParameters, maxLinesPerPurchase }: Game,
  drawIds: readonly string[],
  { query, call }: ScreenRequest,
): Promise<readonly Line[]> {
  const wanted = Number(query['pick'] ?? 0);
  const count = Number.isInteger(wanted) ? Math.max(0, Math.min(wanted, maxLinesPerPurchase)) : 0;
  if (drawParameters.kind !== 'raffle')
    return Array.from({ length: count }, () => quickPick(drawParameters, randomBelow));
  if (count === 0) return [];
  const free = await findTicketsOf(gameId, drawIds, call)({ series: '', ending: '' });
  return (free ?? []).slice(0, count);
}

function Play({
  view: { title, text, form, linksTitle, links, pause },
}: {
  view: PlayView & { pause: BreakView };
}) {
  return (
    <div className="account-form">
      <BreakBanner {...pause} />
      <h3 className="account-form__title">{title}</h3>
      <p className="account-form__text">{text}</p>
      {links.length > 0 ? (
        <nav aria-label={linksTitle}>
          <p className="account-form__text">{linksTitle}</p>
          <ul className="account-form__links">
            {links.map(({ href, text: label }) => (
              <li key={href}>
                {/*
                 * These links load a new document. If the router handled them, a quick pick would replace the lines
                 * that the player has typed into the hydrated form.
                 */}
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {form ? <AccountForm view={form} /> : null}
    </div>
  );
}
