import { useId, useState } from 'react';
import { type BallsKind, isNumbersLine, type KenoKind } from '../../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../../shared/domain/quick-pick.ts';
import type { Translate } from '../../../shared/translate.ts';
import { chosenNumbers, spotsOf } from '../drafts.ts';
import { randomBelow } from '../random-below.ts';
import type { BoardProps } from './board.ts';
import { Cells } from './Cells.tsx';
import { Slots } from './Slots.tsx';
import { QuickPickButton, Ticket } from './Ticket.tsx';

type NumbersKind = BallsKind | KenoKind;

/** The ticket of a game with numbers. The player marks a fixed count of numbers, or in keno any allowed count. */
export function NumbersBoard({ kind, line, onChange, ...frame }: BoardProps<NumbersKind>) {
  const { t } = frame;
  const id = useId();
  const [isOverfull, setIsOverfull] = useState(false);
  const { min, max } = spotsOf(kind);
  const [count, setCount] = useState(max);
  const chosen = chosenNumbers(kind, line);
  const isFull = chosen.length === max;
  const ids = { choose: `${id}choose`, status: `${id}status` };

  const change = (numbers: number[]): void => {
    setIsOverfull(false);
    onChange(numbers.length > 0 ? numbers : null);
  };
  const press = (number: number): void => {
    if (chosen.includes(number)) change(chosen.filter((other) => other !== number));
    else if (isFull) setIsOverfull(true);
    else change([...chosen, number].sort((one, other) => one - other));
  };
  const pick = (): void => {
    const asked = kind.kind === 'keno' ? { ...kind, spots: { min: count, max: count } } : kind;
    change(chosenNumbers(kind, quickPick(asked, randomBelow)));
  };
  return (
    <Ticket
      {...frame}
      look={kind.kind}
      ids={ids}
      choose={
        kind.kind === 'keno'
          ? t('board.choose_spots', { min, max, pool: kind.pool })
          : t('board.choose_numbers', { picks: max, pool: kind.pool })
      }
      status={isOverfull ? t('board.full') : numbersStatus(kind, chosen, t)}
      isComplete={!isOverfull && isNumbersLine(kind, chosen)}
      shown={
        <Slots marks={Array.from({ length: max }, (_, place) => ({ name: String(chosen[place] ?? '') }))} />
      }
      onClear={() => change([])}
      actions={
        <>
          {min < max ? (
            <CountChoice id={`${id}count`} min={min} max={max} count={count} onCount={setCount} t={t} />
          ) : null}
          <QuickPickButton text={t('board.quick_pick')} onPick={pick} />
        </>
      }
    >
      <Cells
        look={`${kind.kind} cells--by-${columnsOf(kind.pool)}`}
        labelledBy={`${ids.choose} ${ids.status}`}
        cells={Array.from({ length: kind.pool }, (_, place) => {
          const isChosen = chosen.includes(place + 1);
          return {
            key: String(place + 1),
            content: place + 1,
            isChosen,
            isBarred: isFull && !isChosen,
          };
        })}
        onPress={(key) => press(Number(key))}
      />
    </Ticket>
  );
}

/** Returns the largest number of columns from 6 to 10 with which all rows are complete, or 10 if there is none. */
const columnsOf = (pool: number): number => [10, 9, 8, 7, 6].find((columns) => pool % columns === 0) ?? 10;

function numbersStatus(kind: NumbersKind, { length: chosen }: number[], t: Translate): string {
  const { min, max } = spotsOf(kind);
  if (chosen === max) return t('board.complete');
  return min < max
    ? t('board.progress_spots', { chosen, left: max - chosen })
    : t('board.progress', { chosen, picks: max, left: max - chosen });
}

/** Lets the player choose how many numbers a quick pick marks. */
function CountChoice({
  id,
  min,
  max,
  count,
  onCount,
  t,
}: {
  id: string;
  min: number;
  max: number;
  count: number;
  onCount: (count: number) => void;
  t: Translate;
}) {
  return (
    <div className="slip__count">
      <label className="field__label" htmlFor={id}>
        {t('board.spots')}
      </label>
      <select
        className="field__input"
        id={id}
        value={count}
        onChange={({ target }) => onCount(Number(target.value))}
      >
        {Array.from({ length: max - min + 1 }, (_, place) => (
          <option key={place}>{min + place}</option>
        ))}
      </select>
    </div>
  );
}
