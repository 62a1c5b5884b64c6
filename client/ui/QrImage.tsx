import type { QrPicture } from './qr-picture.ts';

/** Draws a QR code that has been encoded before. @param label describes for screen readers what the code contains */
export function QrImage({ picture: { size, path }, label }: { picture: QrPicture; label: string }) {
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
