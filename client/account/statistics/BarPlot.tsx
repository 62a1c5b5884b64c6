import type { PlayedView } from './statistics-view.ts';

const rowHeight = 52;
const barHeight = 10;
const width = 400;

/**
 * Draws two bars for each row, with the stake above the win. The table beside it contains the same data as text, so
 * screen readers skip the plot.
 */
export function BarPlot({ rows }: { rows: readonly PlayedView[] }) {
  const largest = Math.max(1, ...rows.flatMap(({ stakeMinor, wonMinor }) => [stakeMinor, wonMinor]));
  const length = (minor: number): number => Math.round((minor / largest) * width);
  return (
    <svg className="plot" viewBox={`0 0 ${width} ${rows.length * rowHeight}`} aria-hidden="true">
      {rows.map(({ key, label, stakeMinor, wonMinor }, place) => (
        <g key={key}>
          <text y={place * rowHeight + 15}>{label}</text>
          <rect
            className="plot__stake"
            y={place * rowHeight + 22}
            width={length(stakeMinor)}
            height={barHeight}
          />
          <rect
            className="plot__won"
            y={place * rowHeight + 22 + barHeight + 2}
            width={length(wonMinor)}
            height={barHeight}
          />
        </g>
      ))}
    </svg>
  );
}
