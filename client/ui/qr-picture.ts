import { encode } from 'uqr';

/** Width of the empty border in modules. Scanners need this border (ISO/IEC 18004). */
const border = 4;

/** A QR code as data for an SVG. */
export interface QrPicture {
  /** Width and height in modules, including the border. */
  size: number;
  /** The `d` attribute of one SVG path that covers all dark modules. */
  path: string;
}

export function qrPicture(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border });
  return { size, path: data.map((row, y) => darkRuns(row, y)).join('') };
}

/** Draws each run of adjacent dark modules as one rectangle, so that the path is short. */
function darkRuns(row: readonly boolean[], y: number): string {
  const dark = row.map((isDark) => (isDark ? '1' : '0')).join('');
  return Array.from(dark.matchAll(/1+/g), ({ index, 0: run }) => {
    const length = run.length;
    return `M${index} ${y}h${length}v1h-${length}z`;
  }).join('');
}
