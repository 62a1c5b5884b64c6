import type { CheckGroup, CheckRow, CheckState } from '../../../shared/pages/check.ts';
import { CorrectionNote } from '../../cards/CorrectionNote.tsx';
import { answersId } from './field-id.ts';

/** If more draws than this number have no win, the list of these draws is folded. */
const openRows = 10;

/**
 * Shows the results of a check, grouped by kind, with the wins first. The status element announces the summary to
 * screen readers.
 */
export function CheckAnswers({ state, texts }: { state: CheckState; texts: Record<string, string> }) {
  const { answers, problem, errors } = state;
  const status = problem ?? answers?.summary ?? (errors.length > 0 ? texts['wrong_title'] : '');
  return (
    <div className="check__answers">
      {answers ? (
        <h2 className="check__title" id={answersId} tabIndex={-1}>
          {answers.title}
        </h2>
      ) : null}
      <output className={problem ? 'check__status check__status--problem' : 'check__status'}>{status}</output>
      {answers?.notes.map((note) => (
        <p className="check__note" key={note}>
          {note}
        </p>
      ))}
      {answers ? (
        <>
          <h3 className="check__read">{answers.read.title}</h3>
          <Tickets tickets={answers.read.tickets} />
        </>
      ) : null}
      {answers?.groups.map((group) => (
        <Group key={group.kind} group={group} drawn={texts['numbers_drawn'] ?? ''} />
      ))}
    </div>
  );
}

function Group({ group, drawn }: { group: CheckGroup; drawn: string }) {
  const { kind, title, text, rows } = group;
  const list = (
    <ul className="check__rows">
      {rows.map((row) => (
        <Row key={row.key} row={row} drawn={drawn} />
      ))}
    </ul>
  );
  return (
    <section className={`check__group check__group--${kind} panel`} aria-labelledby={`check-${kind}`}>
      <h3 className={`check__kind check__kind--${kind}`} id={`check-${kind}`}>
        {title}
      </h3>
      <p className="check__text">{text}</p>
      {kind === 'lost' && rows.length > openRows ? (
        <details>
          <summary>{title}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </section>
  );
}

function Row({ row, drawn }: { row: CheckRow; drawn: string }) {
  const { drawText, drawHref, dateText, numbers, tickets, answer, note, correction } = row;
  return (
    <li className="check__row">
      <p className="check__draw">
        {drawHref ? <a href={drawHref}>{drawText}</a> : <strong>{drawText}</strong>}
        {dateText ? <span>{dateText}</span> : null}
      </p>
      {numbers ? (
        <p className="check__numbers">
          {drawn} {numbers}
        </p>
      ) : null}
      {tickets.length > 0 ? <Tickets tickets={tickets} /> : null}
      {answer ? <p className="check__answer">{answer}</p> : null}
      {note ? <p className="check__note">{note}</p> : null}
      {correction ? <CorrectionNote correction={correction} /> : null}
    </li>
  );
}

function Tickets({ tickets }: { tickets: readonly string[] }) {
  return (
    <ul className="check__tickets">
      {tickets.map((ticket, index) => (
        <li key={index}>{ticket}</li>
      ))}
    </ul>
  );
}
