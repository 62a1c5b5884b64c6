import { useId } from 'react';
import type { ColorKind } from '../../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../../shared/domain/quick-pick.ts';
import { chosenColor } from '../drafts.ts';
import { randomBelow } from '../random-below.ts';
import type { BoardProps } from './board.ts';
import { Cells } from './Cells.tsx';
import { ColorMark } from './ColorMark.tsx';
import { Slots } from './Slots.tsx';
import { QuickPickButton, Ticket } from './Ticket.tsx';

/** The ticket of a colour game. The player chooses one number or one colour. */
export function ColorBoard({ kind, line, onChange, ...frame }: BoardProps<ColorKind>) {
  const { t } = frame;
  const id = useId();
  const chosen = chosenColor(kind, line);
  const ids = { choose: `${id}choose`, status: `${id}status` };
  const isNumber = (number: number) => chosen !== null && 'number' in chosen && chosen.number === number;
  const isColor = (color: string) => chosen !== null && 'color' in chosen && chosen.color === color;

  return (
    <Ticket
      {...frame}
      look="color"
      ids={ids}
      choose={t('board.choose_color')}
      status={chosen ? t('board.complete') : t('board.progress', { chosen: 0, picks: 1, left: 1 })}
      isComplete={chosen !== null}
      shown={chosen ? <ColorMark kind={kind} line={chosen} t={t} /> : <Slots marks={[{ name: '' }]} />}
      onClear={() => onChange(null)}
      actions={
        <QuickPickButton text={t('board.quick_pick')} onPick={() => onChange(quickPick(kind, randomBelow))} />
      }
    >
      <Cells
        look="coloured"
        label={t('board.numbers')}
        cells={Array.from({ length: kind.numbers }, (_, number) => {
          const color = kind.colors.find(({ numbers }) => numbers.includes(number))?.key ?? '';
          return {
            key: String(number),
            content: number,
            label: `${number}, ${t(`board.color.${color}`)}`,
            color,
            isChosen: isNumber(number),
          };
        })}
        onPress={(key) => onChange(isNumber(Number(key)) ? null : { number: Number(key) })}
      />
      <p className="slip__or">{t('board.or')}</p>
      <Cells
        look="colors"
        label={t('board.colors')}
        cells={kind.colors.map(({ key }) => ({
          key,
          content: t(`board.color.${key}`),
          color: key,
          isChosen: isColor(key),
        }))}
        onPress={(key) => onChange(isColor(key) ? null : { color: key })}
      />
    </Ticket>
  );
}
