import { QrImage } from './QrImage.tsx';
import { qrPicture } from './qr-picture.ts';

/** A QR code as one SVG path. @param label describes for screen readers what the code contains */
export function QrCode({ text, label }: { text: string; label: string }) {
  return <QrImage picture={qrPicture(text)} label={label} />;
}
