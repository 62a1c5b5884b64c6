import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

export interface Cell {
  key: string;
  isChosen: boolean;
  /**
   * True if the player cannot choose this cell, for example because the line is full. The cell can still receive the
   * focus. A press on the cell shows why the player cannot choose it.
   */
  isBarred?: boolean;
  content: ReactNode;
  /** Accessible name of the cell, if its content is not sufficient as a name. */
  label?: string;
  /** Key of the colour of this cell, for games with colours. */
  color?: string;
}

/**
 * A grid of cells that the player marks. The Tab key stops only at one cell. Arrow keys, Home and End move between the
 * cells, and space or enter marks the focused one.
 */
export function Cells({
  cells,
  look,
  labelledBy,
  label,
  onPress,
  onOtherKey,
}: {
  cells: readonly Cell[];
  look: string;
  labelledBy?: string;
  label?: string;
  onPress: (key: string) => void;
  /** Receives events of keys other than arrows, Home and End, unless Alt, Ctrl or Meta is pressed. */
  onOtherKey?: (event: KeyboardEvent) => void;
}) {
  const grid = useRef<HTMLFieldSetElement>(null);
  const [stop, setStop] = useState<number | null>(null);
  const firstChosen = cells.findIndex(({ isChosen }) => isChosen);
  const tabStop = Math.min(stop ?? Math.max(firstChosen, 0), cells.length - 1);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const place = buttons.findIndex((button) => button === event.target);
    const next = nextPlace(event.key, place, buttons);
    if (next === null) return onOtherKey?.(event);
    event.preventDefault();
    buttons[next]?.focus();
  };
  return (
    <fieldset className={`cells cells--${look}`} aria-label={label} aria-labelledby={labelledBy} ref={grid}>
      {cells.map(({ key, isChosen, isBarred = false, content, label: name, color }, place) => (
        <button
          key={key}
          className="cell"
          type="button"
          aria-pressed={isChosen}
          aria-disabled={isBarred || undefined}
          aria-label={name}
          data-color={color}
          tabIndex={place === tabStop ? 0 : -1}
          onFocus={() => setStop(place)}
          onKeyDown={onKeyDown}
          onClick={() => onPress(key)}
        >
          <span className="cell__face">{content}</span>
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Returns the index of the cell to which a key moves the focus, or null if the key is not one of these keys. At the edge
 * of the grid, the index of an arrow key has no cell, and the focus stays where it is. The number of columns is computed
 * from the layout, because it depends on the width of the grid.
 */
function nextPlace(key: string, place: number, buttons: readonly HTMLElement[]): number | null {
  const columns = buttons.filter(({ offsetTop }) => offsetTop === buttons[0]?.offsetTop).length;
  const steps: Record<string, number> = {
    ArrowRight: place + 1,
    ArrowLeft: place - 1,
    ArrowDown: place + columns,
    ArrowUp: place - columns,
    Home: 0,
    End: buttons.length - 1,
  };
  return steps[key] ?? null;
}
