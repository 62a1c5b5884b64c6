import type { ColorKind, ColorLine } from '../../../shared/domain/draw-kinds.ts';
import type { Translate } from '../../../shared/translate.ts';
import '../../styles/play/line.css';

/** Shows a number as a ball in its colour, and a colour as a chip with its name. */
export function ColorMark({ kind, line, t }: { kind: ColorKind; line: ColorLine; t: Translate }) {
  if ('color' in line)
    return (
      <span className="mark mark--chip" data-color={line.color}>
        {t(`board.color.${line.color}`)}
      </span>
    );
  const { number } = line;
  return (
    <span
      className="mark mark--coloured"
      data-color={kind.colors.find(({ numbers }) => numbers.includes(number))?.key}
    >
      {number}
    </span>
  );
}
