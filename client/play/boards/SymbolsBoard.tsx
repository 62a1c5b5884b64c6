import { useId } from 'react';
import { isSymbolsLine, type SymbolsKind } from '../../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../../shared/domain/quick-pick.ts';
import { chosenSymbols } from '../drafts.ts';
import { randomBelow } from '../random-below.ts';
import type { BoardProps } from './board.ts';
import { PlacePanel } from './PlacePanel.tsx';
import { Slots } from './Slots.tsx';
import { SymbolPicture } from './SymbolPicture.tsx';
import { QuickPickButton, Ticket } from './Ticket.tsx';

/** The ticket of a game with pictures. For each position of the line, it has a panel with all symbols. */
export function SymbolsBoard({ kind, line, onChange, ...frame }: BoardProps<SymbolsKind>) {
  const { t } = frame;
  const id = useId();
  const symbols = chosenSymbols(kind, line);
  const chosen = symbols.filter(Boolean).length;
  const isComplete = isSymbolsLine(kind, symbols);
  const ids = { choose: `${id}choose`, status: `${id}status` };

  const change = (changed: string[]): void => onChange(changed.some(Boolean) ? changed : null);
  return (
    <Ticket
      {...frame}
      look="symbols"
      ids={ids}
      choose={t('board.choose_symbols', { picks: kind.picks })}
      status={
        isComplete
          ? t('board.complete')
          : t('board.progress', { chosen, picks: kind.picks, left: kind.picks - chosen })
      }
      isComplete={isComplete}
      shown={
        <Slots
          marks={symbols.map((name) => ({ name, content: name && <SymbolPicture symbol={name} alt="" /> }))}
        />
      }
      onClear={() => change([])}
      actions={
        <QuickPickButton
          text={t('board.quick_pick')}
          onPick={() => change(chosenSymbols(kind, quickPick(kind, randomBelow)))}
        />
      }
    >
      <div className="panels">
        {symbols.map((symbol, place) => (
          <PlacePanel
            key={place}
            name={t('board.place', { place: place + 1 })}
            chosen={t(symbol ? `board.symbol.${symbol}` : 'board.empty')}
            look="symbols"
            cells={kind.symbols.map((each) => ({
              key: each,
              content: <SymbolPicture symbol={each} alt={t(`board.symbol.${each}`)} />,
              isChosen: each === symbol,
            }))}
            onPress={(pressed) =>
              change(symbols.map((each, at) => (at === place ? (pressed === symbol ? '' : pressed) : each)))
            }
          />
        ))}
      </div>
    </Ticket>
  );
}
