import { type KeyboardEvent, useId, useRef } from 'react';
import { type DigitsKind, type DigitsLine, isDigitsLine } from '../../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../../shared/domain/quick-pick.ts';
import { chosenDigits } from '../drafts.ts';
import { randomBelow } from '../random-below.ts';
import type { BoardProps } from './board.ts';
import { Cells } from './Cells.tsx';
import { PlacePanel } from './PlacePanel.tsx';
import { Slots } from './Slots.tsx';
import { QuickPickButton, Ticket } from './Ticket.tsx';

const tenDigits = Array.from('0123456789');
const plays = ['straight', 'box'] as const;

/** The ticket of a game with digits. It has a panel of cells for each position, and a choice of the type of play. */
export function DigitsBoard({ kind, line, onChange, ...frame }: BoardProps<DigitsKind>) {
  const { t } = frame;
  const id = useId();
  const panels = useRef<HTMLDivElement>(null);
  const { digits, play } = chosenDigits(kind, line);
  const chosen = digits.replaceAll(' ', '');
  const isFull = chosen.length === kind.digits;
  // If all digits are equal, they have only one order. The line then cannot have the type of play `box`.
  const hasOneOrder = isFull && new Set(chosen).size === 1;
  const isComplete = isDigitsLine(kind, { digits, play });
  const ids = { choose: `${id}choose`, status: `${id}status` };

  const setDigit = (place: number, digit: string): void =>
    onChange({ digits: digits.slice(0, place) + digit + digits.slice(place + 1), play });
  const status = (): string => {
    if (isComplete) return t('board.complete');
    if (isFull) return t('board.box_needs');
    return t('board.progress', {
      chosen: chosen.length,
      picks: kind.digits,
      left: kind.digits - chosen.length,
    });
  };
  /** Chooses a typed digit in the focused panel, and moves the focus to the next panel. */
  const typeDigit = (event: KeyboardEvent, place: number): void => {
    if (!/^[0-9]$/.test(event.key)) return;
    event.preventDefault();
    setDigit(place, event.key);
    const next = panels.current?.querySelectorAll('.cells')[Math.min(place + 1, kind.digits - 1)];
    next?.querySelectorAll('button')[Number(event.key)]?.focus();
  };
  return (
    <Ticket
      {...frame}
      look="digits"
      ids={ids}
      choose={t('board.choose_digits', { picks: kind.digits })}
      status={status()}
      isComplete={isComplete}
      shown={<Slots marks={Array.from(digits, (digit) => ({ name: digit.trim() }))} />}
      onClear={() => onChange(null)}
      actions={
        <QuickPickButton
          text={t('board.quick_pick')}
          onPick={() => {
            const picked = chosenDigits(kind, quickPick(kind, randomBelow));
            const samePlay = { ...picked, play };
            onChange(isDigitsLine(kind, samePlay) ? samePlay : picked);
          }}
        />
      }
    >
      <div className="panels" ref={panels}>
        {Array.from(digits, (digit, place) => (
          <PlacePanel
            key={place}
            name={t('board.digit', { place: place + 1 })}
            chosen={digit === ' ' ? t('board.empty') : digit}
            look="digits"
            cells={tenDigits.map((each) => ({ key: each, content: each, isChosen: each === digit }))}
            onPress={(pressed) => setDigit(place, pressed === digit ? ' ' : pressed)}
            onOtherKey={(event) => typeDigit(event, place)}
          />
        ))}
      </div>
      <PlayChoice
        play={play}
        isBoxBarred={hasOneOrder}
        onPlay={(chosenPlay) => onChange({ digits, play: chosenPlay })}
        t={t}
      />
    </Ticket>
  );
}

function PlayChoice({
  play,
  isBoxBarred,
  onPlay,
  t,
}: {
  play: DigitsLine['play'];
  isBoxBarred: boolean;
  onPlay: (play: DigitsLine['play']) => void;
} & Pick<BoardProps, 't'>) {
  return (
    <Cells
      look="plays"
      label={t('board.play')}
      cells={plays.map((each) => ({
        key: each,
        isChosen: each === play,
        isBarred: each === 'box' && isBoxBarred,
        content: (
          <>
            <strong>{t(`board.${each}`)}</strong> <small>{t(`board.${each}_text`)}</small>
          </>
        ),
      }))}
      onPress={(pressed) => onPlay(pressed === 'box' ? 'box' : 'straight')}
    />
  );
}
