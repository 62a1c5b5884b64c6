import { encode } from 'uqr';

/** Empty border in modules, which scanners need (ISO/IEC 18004). */
const border = 4;

/** A QR code as one SVG path. @param label describes for screen readers what the code contains */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect className="qr-code__ground" width={size} height={size} />
      <path d={path} />
    </svg>
  );
}
