import { QrImage } from './QrImage.tsx';
import { qrPicture } from './qr-picture.ts';

/** A QR code as one SVG path. @param label text for screen readers that describes the content of the code */
export function QrCode({ text, label }: { text: string; label: string }) {
  return <QrImage picture={qrPicture(text)} label={label} />;
}
