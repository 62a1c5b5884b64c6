import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { RaffleKind, RaffleLine } from '../../../shared/domain/draw-kinds.ts';
import { chosenTicket } from '../drafts.ts';
import type { BoardProps, FindTickets, TicketSearch } from './board.ts';
import { Cells } from './Cells.tsx';
import { QuickPickButton, Ticket } from './Ticket.tsx';

type Search =
  | { state: 'none' | 'searching' | 'failed' | 'wrong' }
  | { state: 'found'; tickets: readonly RaffleLine[] };

/** @param tickets the free tickets that the search found; null if the search failed */
const foundOf = (tickets: readonly RaffleLine[] | null): Search =>
  tickets ? { state: 'found', tickets } : { state: 'failed' };

const textOf = ({ series, number }: RaffleLine) => `${series} ${number}`;

/** Searches for free tickets. If a newer search has started, the result of an older search is ignored. */
function useTicketSearch(findTickets: FindTickets | undefined) {
  const [search, setSearch] = useState<Search>({ state: 'none' });
  /** The search whose results the board shows, or null. */
  const [wanted, setWanted] = useState<TicketSearch | null>(null);
  const picks = useRef(0);

  // `findTickets` changes together with the chosen draws. Search again, because a shown ticket may be sold in one of
  // the new draws.
  useEffect(() => {
    if (!wanted || !findTickets) return undefined;
    let isOutdated = false;
    const find = async (): Promise<void> => {
      setSearch({ state: 'searching' });
      const tickets = await findTickets(wanted);
      if (!isOutdated) setSearch(foundOf(tickets));
    };
    void find();
    return () => {
      isOutdated = true;
    };
  }, [wanted, findTickets]);

  const show = (next: Search): void => {
    picks.current += 1;
    setWanted(null);
    setSearch(next);
  };
  return {
    search,
    show,
    start: (next: TicketSearch): void => {
      show({ state: 'searching' });
      setWanted(next);
    },
    /** Calls `onPick` with a random free ticket, unless there is none or another search has begun. */
    pickRandom: async (onPick: (ticket: RaffleLine) => void): Promise<void> => {
      show({ state: 'searching' });
      const own = picks.current;
      const tickets = (await findTickets?.({ series: '', ending: '' })) ?? null;
      if (own !== picks.current) return;
      const [ticket] = tickets ?? [];
      if (!ticket) return setSearch(foundOf(tickets));
      setSearch({ state: 'none' });
      onPick(ticket);
    },
  };
}

/**
 * Returns the status text of the board: about a running or failed search, else the chosen ticket, else the found
 * tickets.
 */
function statusOf(t: BoardProps['t'], search: Search, chosen: RaffleLine | null, isTaken: boolean): string {
  if (search.state === 'searching') return t('board.searching');
  if (search.state === 'failed') return t('board.search_failed');
  if (chosen) return t(isTaken ? 'board.taken' : 'board.complete');
  if (search.state === 'found')
    return search.tickets.length > 0
      ? t('board.found', { number: search.tickets.length })
      : t('board.not_found');
  return t('board.progress', { chosen: 0, picks: 1, left: 1 });
}

/** The ticket of a raffle. Each ticket is sold once, so the player searches for free tickets or takes a random one. */
export function RaffleBoard({
  kind,
  line,
  onChange,
  findTickets,
  isTaken = false,
  ...frame
}: BoardProps<RaffleKind>) {
  const { t } = frame;
  const id = useId();
  const chosen = chosenTicket(kind, line);
  const [series, setSeries] = useState('');
  const [ending, setEnding] = useState('');
  const { search, show, start, pickRandom } = useTicketSearch(findTickets);
  const ids = { choose: `${id}choose`, status: `${id}status` };

  const searchTickets = (): void => {
    const digits = ending.trim();
    if (!/^\d*$/.test(digits) || digits.length > kind.numberDigits) show({ state: 'wrong' });
    else start({ series, ending: digits });
  };
  return (
    <Ticket
      {...frame}
      look="raffle"
      ids={ids}
      choose={t('board.choose_ticket')}
      status={statusOf(t, search, chosen, isTaken)}
      isComplete={chosen !== null && !isTaken && search.state !== 'searching' && search.state !== 'failed'}
      shown={<Chosen kind={kind} ticket={chosen} caption={t('board.chosen_ticket')} />}
      onClear={() => {
        show({ state: 'none' });
        onChange(null);
      }}
      actions={<QuickPickButton text={t('board.random')} onPick={() => void pickRandom(onChange)} />}
    >
      <div className="raffle-search">
        <p className="panel-of-cells__name" aria-hidden="true">
          {t('board.series')}
        </p>
        <Cells
          look="series"
          label={t('board.series')}
          cells={['', ...kind.series].map((each) => ({
            key: each,
            content: each || t('board.any'),
            isChosen: each === series,
          }))}
          onPress={setSeries}
        />
        <EndingField
          id={`${id}ending`}
          ending={ending}
          digits={kind.numberDigits}
          isWrong={search.state === 'wrong'}
          onEnding={setEnding}
          onSearch={searchTickets}
          t={t}
        />
        {search.state === 'found' && search.tickets.length > 0 ? (
          <Cells
            look="tickets"
            labelledBy={`${ids.choose} ${ids.status}`}
            cells={search.tickets.map((ticket) => ({
              key: textOf(ticket),
              content: textOf(ticket),
              isChosen: chosen !== null && textOf(chosen) === textOf(ticket),
            }))}
            onPress={(key) => {
              const isChosen = chosen !== null && textOf(chosen) === key;
              onChange(isChosen ? null : (search.tickets.find((ticket) => textOf(ticket) === key) ?? null));
            }}
          />
        ) : null}
      </div>
    </Ticket>
  );
}

/** The field for the last digits of the number, with the button that searches. */
function EndingField({
  id,
  ending,
  digits,
  isWrong,
  onEnding,
  onSearch,
  t,
}: {
  id: string;
  ending: string;
  digits: number;
  isWrong: boolean;
  onEnding: (ending: string) => void;
  onSearch: () => void;
} & Pick<BoardProps, 't'>) {
  const searchOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // Handle the Enter key here, because the board may be inside a form that the key would submit.
    event.preventDefault();
    onSearch();
  };
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('board.ending')}
      </label>
      <div className="raffle-search__field">
        <input
          className="field__input"
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={digits}
          value={ending}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={({ target }) => onEnding(target.value)}
          onKeyDown={searchOnEnter}
        />
        <button className="button button--secondary" type="button" onClick={onSearch}>
          {t('board.search')}
        </button>
      </div>
      {isWrong ? (
        <p className="field__error" id={`${id}-error`} role="alert">
          {t('board.ending_wrong', { digits })}
        </p>
      ) : null}
    </div>
  );
}

function Chosen({ kind, ticket, caption }: { kind: RaffleKind; ticket: RaffleLine | null; caption: string }) {
  return (
    <span className={ticket ? 'raffle-ticket is-filled' : 'raffle-ticket'}>
      <span className="raffle-ticket__caption">{caption}</span>
      <span className="raffle-ticket__number">
        {ticket ? textOf(ticket) : `··· ${'·'.repeat(kind.numberDigits)}`}
      </span>
    </span>
  );
}
