import { useEffect, useMemo, useRef, useState } from 'react';
import type { PlayDraw, PlayView } from '../../shared/pages/game.ts';
import type { Translate } from '../../shared/translate.ts';
import { followReturn } from '../stores/return-path.ts';
import '../styles/play/purchase.css';
import { Board } from './boards/Board.tsx';
import type { FindTickets } from './boards/board.ts';
import { Checkout } from './Checkout.tsx';
import { DrawChoice } from './DrawChoice.tsx';
import { findTicketsOf } from './find-tickets.ts';
import { LineList } from './LineList.tsx';
import { OrderView } from './OrderView.tsx';
import { useOpenDraws } from './use-open-draws.ts';
import { useTakenTickets } from './use-taken-tickets.ts';
import { useTicket } from './use-ticket.ts';

export interface TicketFormProps {
  view: PlayView;
  /** Translates the texts of the namespaces `ticket`, `play` and `codes`. */
  t: Translate;
}

/** Returns the chosen draws that are still on sale. If there are none, it returns the next draw. */
function chosenDraws(draws: readonly PlayDraw[], drawIds: readonly string[]): readonly PlayDraw[] {
  const chosen = draws.filter(({ drawId }) => drawIds.includes(drawId));
  return chosen.length > 0 ? chosen : draws.slice(0, 1);
}

/** Detects that sales for a chosen draw have closed while the form was open. @returns the draw's number, or null */
function useClosedDraw(chosen: readonly PlayDraw[], draws: readonly PlayDraw[]): number | null {
  const [seen, setSeen] = useState({ chosen, closed: null as number | null });
  const gone = seen.chosen.find(({ drawId }) => !draws.some((draw) => draw.drawId === drawId));
  if (gone) setSeen({ chosen, closed: gone.drawNumber });
  else if (seen.chosen !== chosen && seen.chosen.length !== chosen.length)
    setSeen({ chosen, closed: seen.closed });
  return seen.closed;
}

/**
 * Adds a random line. For a raffle, the platform picks a free ticket, because the browser does not know which tickets
 * are sold.
 */
async function addRandomLine(
  { kind }: PlayView,
  ticket: Pick<ReturnType<typeof useTicket>, 'add' | 'addRandom'>,
  findTickets: FindTickets,
): Promise<void> {
  const [free] = kind.kind === 'raffle' ? ((await findTickets({ series: '', ending: '' })) ?? []) : [];
  if (free) ticket.add(free);
  else ticket.addRandom();
}

/** The ticket form of a game, with its lines, draws, price and purchase. */
export function TicketForm({ view, t }: TicketFormProps) {
  const { game, kind, langPrefix } = view;
  const ticket = useTicket(view);
  const draws = useOpenDraws(game.gameId, view.draws, ticket.order !== null);
  const chosen = chosenDraws(draws, ticket.drawIds);
  const closed = useClosedDraw(chosen, draws);
  const { active, order, complete } = ticket;
  const form = useRef<HTMLDivElement>(null);
  const hasLines = complete.length > 0;

  useEffect(() => (hasLines ? followReturn(game.gameHref) : undefined), [hasLines, game.gameHref]);
  const isOrdered = order !== null;
  const chosenIds = chosen.map(({ drawId }) => drawId).join(' ');
  const findTickets = useMemo(
    () => findTicketsOf(game.gameId, chosenIds.split(' ')),
    [game.gameId, chosenIds],
  );
  useTakenTickets(view, {
    lines: ticket.lines,
    findTickets,
    isShown: !isOrdered && chosen.length > 0,
    onTaken: ticket.markTaken,
  });
  // The form replaces the link or button that opened it, so move the focus to the form.
  useEffect(() => {
    if (!isOrdered && document.activeElement === document.body) form.current?.focus({ preventScroll: true });
  }, [isOrdered]);

  if (order)
    return (
      <OrderView
        view={view}
        t={t}
        order={order}
        lines={complete}
        isBuying={ticket.isBuying}
        stop={ticket.stop}
        onRetry={() => void ticket.tryAgain()}
        onBack={ticket.backToLines}
        onStartOver={ticket.startOver}
      />
    );
  const activeNo = ticket.lines.findIndex(({ key }) => key === active?.key) + 1;
  return (
    <div className="play__form" ref={form} tabIndex={-1}>
      <div className="play__pick">
        {active ? (
          <Board
            key={active.key}
            game={game}
            kind={kind}
            line={active.line}
            onChange={ticket.change}
            t={t}
            label={t('ticket.line', { number: activeNo })}
            findTickets={findTickets}
            isTaken={active.state === 'taken'}
          />
        ) : null}
        <LineList
          kind={kind}
          maxLines={view.maxLines}
          lines={ticket.lines}
          activeKey={active?.key ?? 0}
          t={t}
          onActivate={ticket.activate}
          onRemove={ticket.remove}
          onAdd={ticket.addEmpty}
          onRandom={() => void addRandomLine(view, ticket, findTickets)}
        />
      </div>
      <div className="play__pay">
        <DrawChoice
          draws={draws}
          chosen={chosen}
          closed={closed}
          currencyCode={view.currencyCode}
          formats={view.formats}
          t={t}
          onChoose={ticket.chooseDraws}
        />
        <Checkout
          view={view}
          t={t}
          lines={complete.length}
          draws={chosen}
          langPrefix={langPrefix}
          isIncomplete={ticket.lines.some(({ state, line }) => state !== 'complete' && line !== null)}
          onBuy={() => void ticket.buy(chosen)}
        />
      </div>
    </div>
  );
}
