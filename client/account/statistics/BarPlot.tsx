import type { PlayedView } from './statistics-view.ts';

/** Heights in em, so that labels and bars grow with the player's font size. */
const rowHeight = 3.375;
const labelHeight = 1.25;
const barHeight = 0.625;

/**
 * Draws two bars for each row, with the stake above the win. Lengths are percentages of the available width, so that
 * the labels have the same size on all screens. The table beside the plot contains the same data as text, so screen
 * readers skip the plot.
 */
export function BarPlot({ rows }: { rows: readonly PlayedView[] }) {
  const largest = Math.max(1, ...rows.flatMap(({ stakeMinor, wonMinor }) => [stakeMinor, wonMinor]));
  const bar = (minor: number, y: number) => ({
    y: `${y}em`,
    width: `${Math.round((minor / largest) * 1000) / 10}%`,
    height: `${barHeight}em`,
  });
  return (
    <svg className="plot" width="100%" height={`${rows.length * rowHeight}em`} aria-hidden="true">
      {rows.map(({ key, label, stakeMinor, wonMinor }, place) => {
        const top = place * rowHeight;
        return (
          <g key={key}>
            <text y={`${top + 0.9}em`}>{label}</text>
            <rect className="plot__stake" {...bar(stakeMinor, top + labelHeight)} />
            <rect className="plot__won" {...bar(wonMinor, top + labelHeight + barHeight + 0.125)} />
          </g>
        );
      })}
    </svg>
  );
}
