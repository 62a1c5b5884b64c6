import type { QrPicture } from './qr-picture.ts';

/** Draws an encoded QR code. @param label text for screen readers that describes the content of the code */
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
