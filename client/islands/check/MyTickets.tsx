import { type MouseEvent, type RefObject, useState } from 'react';
import { useStore } from 'zustand';
import type { CheckView } from '../../../shared/pages/check.ts';
import { isPlainClick } from '../../plain-click.ts';
import { session } from '../../stores/session.ts';
import type { BoughtTicket, LoadCheck } from './check-parts.ts';
import { fieldId } from './field-id.ts';

interface Props {
  view: CheckView;
  load: LoadCheck;
  gameId: string;
  form: RefObject<HTMLFormElement | null>;
  onGame: (gameId: string) => void;
}

type Found = { kind: 'idle' | 'loading' | 'failed' } | { kind: 'found'; tickets: BoughtTicket[] };

/** Writes a value into a field that React does not control. */
function fill(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement ||
    field instanceof HTMLInputElement ||
    field instanceof RadioNodeList
  )
    field.value = value;
}

/**
 * Offers the tickets that the player has bought. If the player chooses a ticket, its game, lines and draw are written
 * into the form, and the form is submitted at once. Visitors, and players without script, follow a link to the list of
 * tickets instead.
 */
export function MyTickets({ view, load, gameId, form, onGame }: Props) {
  const { texts, games } = view;
  const isPlayer = useStore(session, ({ player }) => player !== null);
  const [found, setFound] = useState<Found>({ kind: 'idle' });

  const open = async (): Promise<void> => {
    setFound({ kind: 'loading' });
    try {
      const { myTickets } = await load();
      const tickets = await myTickets(gameId, view);
      setFound(tickets ? { kind: 'found', tickets } : { kind: 'failed' });
    } catch {
      setFound({ kind: 'failed' });
    }
  };
  const onClick = (event: MouseEvent) => {
    if (!isPlayer || !isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    void open();
  };
  const choose = ({ gameId: game, drawNumber, numbers }: BoughtTicket) => {
    if (!form.current) return;
    fill(form.current, 'game', game);
    fill(form.current, 'numbers', numbers);
    fill(form.current, 'by', 'draw');
    fill(form.current, 'draw', String(drawNumber));
    onGame(game);
    setFound({ kind: 'idle' });
    document.getElementById(fieldId('numbers'))?.focus();
    form.current.requestSubmit();
  };

  return (
    <div className="check__mine">
      <a href={view.ticketsHref} onClick={onClick} data-hold="">
        {texts['mine']}
      </a>
      <div aria-live="polite">
        {found.kind === 'failed' ? <p className="field__error">{texts['mine_failed']}</p> : null}
        {found.kind === 'found' && found.tickets.length === 0 ? <p>{texts['mine_none']}</p> : null}
      </div>
      {found.kind === 'found' && found.tickets.length > 0 ? (
        <ul className="check__receipts" aria-label={texts['mine_title']}>
          {found.tickets.map((ticket) => (
            <li key={ticket.receiptNumber}>
              <button className="check__receipt" type="button" onClick={() => choose(ticket)}>
                <strong>
                  {games.find(({ value }) => value === ticket.gameId)?.label} · {ticket.drawText}
                </strong>
                <span>{ticket.linesText}</span>
                <small>{ticket.receiptNumber}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
