import { figure, type Judged, limitOf } from './report.ts';

const width = 920;
const rowHeight = 26;
const top = 74;
const bottom = 44;
const barLeft = 250;
/** The x coordinate at which a bar ends if its budget is used up (100 %). Longer bars are cut off at `barMost`. */
const limitAt = 540;
const barMost = 600;
const textLeft = 612;

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '');

const style = `
    text { font: 13px system-ui, sans-serif; fill: #1b1b1f }
    .page { fill: #fff } .title { font-size: 18px; font-weight: 600 } .quiet { fill: #55555f }
    .held { fill: #2f7d4f } .missed { fill: #c0392b } .limit { stroke: #55555f; stroke-dasharray: 4 3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #ececf1 } .page { fill: #17171b } .quiet { fill: #a9a9b6 }
      .held { fill: #5cbf85 } .missed { fill: #ff7a6b } .limit { stroke: #a9a9b6 }
    }`;

const barWidth = (used: number): number =>
  Math.max(2, Math.min(barMost - barLeft, used * (limitAt - barLeft)));

function row(judged: Judged, index: number): string {
  const { title, value, verdict, used } = judged;
  const y = top + index * rowHeight;
  const shown = value === null ? 'not measured' : figure(value);
  // A missed budget is also marked by a word, because colour alone is not accessible.
  const word = verdict === 'missed' ? 'missed: ' : '';
  const bar =
    used === null
      ? ''
      : `<rect class="${verdict}" x="${barLeft}" y="${y + 5}" width="${barWidth(used).toFixed(1)}" height="14" rx="2"/>`;
  return (
    `<text x="${barLeft - 10}" y="${y + 17}" text-anchor="end">${escapeXml(title)}</text>${bar}` +
    `<text x="${textLeft}" y="${y + 17}">${escapeXml(`${word}${shown}`)} ` +
    `<tspan class="quiet">${escapeXml(`(${limitOf(judged)})`)}</tspan></text>`
  );
}

const sentence = ({ title, value, verdict, ...budget }: Judged) =>
  `${title}: ${value === null ? verdict : `${figure(value)}, ${limitOf(budget)}, ${verdict}`}.`;

/** Returns the text alternative of the picture. */
function alternative(rows: readonly Judged[]): string {
  const missed = rows.filter(({ verdict }) => verdict === 'missed');
  const summary =
    missed.length === 0 ? 'No budget is missed.' : `Missed: ${missed.map(({ title }) => title).join(', ')}.`;
  return [summary, ...rows.map(sentence)].join(' ');
}

/**
 * Draws one SVG picture with the used shares of all budgets. The picture contains no fonts or scripts, and follows the
 * reader's colour scheme.
 * @param subtitle place and time of the measurement
 */
export function drawPicture(rows: readonly Judged[], subtitle: string): string {
  const height = top + rows.length * rowHeight + bottom;
  const end = top + rows.length * rowHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="bench-title bench-description">
  <title id="bench-title">Budgets of the bench, and how much of each is used</title>
  <desc id="bench-description">${escapeXml(alternative(rows))}</desc>
  <style>${style}
  </style>
  <rect class="page" width="${width}" height="${height}" rx="8"/>
  <text class="title" x="24" y="34">How much of each budget is used</text>
  <text class="quiet" x="24" y="56">${escapeXml(subtitle)}</text>
  ${rows.map(row).join('\n  ')}
  <line class="limit" x1="${limitAt}" y1="${top - 4}" x2="${limitAt}" y2="${end + 4}"/>
  <text class="quiet" x="${limitAt}" y="${end + 24}" text-anchor="middle">the limit: shorter is better</text>
</svg>
`;
}
