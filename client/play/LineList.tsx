import { useRef } from 'react';
import type { DrawKind } from '../../shared/domain/draw-kinds.ts';
import type { Translate } from '../../shared/translate.ts';
import { LineView } from './boards/LineView.tsx';
import type { DraftLine } from './ticket-state.ts';

interface LineListProps {
  kind: DrawKind;
  lines: readonly DraftLine[];
  maxLines: number;
  /** Key of the line that the board shows. */
  activeKey: number;
  t: Translate;
  onActivate: (key: number) => void;
  onRemove: (key: number) => void;
  onAdd: () => void;
  onRandom: () => void;
}

/** All lines of the ticket, and the buttons that add, change and remove lines. */
export function LineList(props: LineListProps) {
  const { kind, lines, maxLines, activeKey, t, onActivate, onRemove, onAdd, onRandom } = props;
  const isFull = lines.length >= maxLines && lines.every(({ line }) => line !== null);
  const addButton = useRef<HTMLButtonElement>(null);
  /** Removes a line. The focus first moves to another line or button, because the focused button disappears. */
  const remove = (key: number, button: HTMLElement): void => {
    const item = button.closest('li');
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    (neighbour?.querySelector<HTMLElement>('.play-lines__open') ?? addButton.current)?.focus();
    onRemove(key);
  };
  return (
    <div className="play-lines">
      <h3 className="play__subtitle">{t('ticket.lines')}</h3>
      <ol className="play-lines__list">
        {lines.map(({ key, line, state }, index) => {
          const name = t('ticket.line', { number: index + 1 });
          return (
            <li
              key={key}
              className="play-lines__line"
              {...(key === activeKey ? { 'aria-current': 'true' as const } : {})}
            >
              <button className="play-lines__open" type="button" onClick={() => onActivate(key)}>
                <span className="play-lines__name">{name}</span>
                {state === 'incomplete' || line === null ? (
                  <span className="play-lines__note">{t('ticket.incomplete')}</span>
                ) : (
                  <LineView kind={kind} line={line} t={t} />
                )}
                {state === 'repeated' ? (
                  <span className="play-lines__wrong">{t('ticket.repeated')}</span>
                ) : null}
                {state === 'taken' ? <span className="play-lines__wrong">{t('board.taken')}</span> : null}
              </button>
              {lines.length > 1 || line !== null ? (
                <button
                  className="play-lines__remove icon-button"
                  type="button"
                  aria-label={t('ticket.remove', { line: name })}
                  onClick={({ currentTarget }) => remove(key, currentTarget)}
                >
                  <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="m7 7 10 10M17 7 7 17" />
                  </svg>
                </button>
              ) : null}
            </li>
          );
        })}
      </ol>
      <div className="play__actions">
        <button
          className="button button--secondary play-lines__add"
          type="button"
          ref={addButton}
          disabled={isFull}
          onClick={onAdd}
        >
          {t('ticket.add')}
        </button>
        <button
          className="button button--secondary play-lines__random"
          type="button"
          disabled={isFull}
          onClick={onRandom}
        >
          {t('ticket.add_random')}
        </button>
      </div>
      <output className="play__note">{isFull ? t('ticket.full', { count: maxLines }) : ''}</output>
    </div>
  );
}
