/** Largest size of an uploaded document, in bytes. */
export const longestDocumentBytes = 10 * 1024 * 1024;
/** Largest size of all documents of one request together. */
export const longestRequestBytes = 20 * 1024 * 1024;

/** The documents of an identity check, by field name. Only the first is required. */
export const documentFields = ['identity', 'identityBack', 'address'] as const;
export type DocumentField = (typeof documentFields)[number];

/** Accepted media types, with the extension of their files. */
export const documentTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;
export type DocumentType = keyof typeof documentTypes;

export type ExaminedDocument =
  | { mediaType: DocumentType; problem: null }
  /** Text key of the message for the player. */
  | { mediaType: null; problem: string };

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(Math.max(0, from), to));
}

function uint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
}

/** Whether the segments of a JPEG lead to a frame header, which contains the size of the picture. */
function hasJpegFrame(bytes: Uint8Array): boolean {
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return false;
    // SOF0 to SOF15, without DHT (C4), JPG (C8) and DAC (CC).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return true;
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  return false;
}

function isPng(bytes: Uint8Array): boolean {
  const hasHeader = bytes.length >= 57 && ascii(bytes, 12, 16) === 'IHDR';
  return (
    hasHeader &&
    uint32(bytes, 16) > 0 &&
    uint32(bytes, 20) > 0 &&
    ascii(bytes, -8 + bytes.length, bytes.length - 4) === 'IEND'
  );
}

function isWebp(bytes: Uint8Array): boolean {
  if (bytes.length < 20) return false;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  return length + 8 === bytes.length + (length % 2) || length + 8 === bytes.length;
}

const startBytes = 1024;
const endBytes = 2048;

/** Reads the media type from the first bytes, and checks that the rest of the file fits the type. */
function typeOf(bytes: Uint8Array): DocumentType | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return hasJpegFrame(bytes) ? 'image/jpeg' : null;
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return isPng(bytes) ? 'image/png' : null;
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP')
    return isWebp(bytes) ? 'image/webp' : null;
  if (/^%PDF-[12]\.\d/.test(ascii(bytes, 0, 8)))
    return ascii(bytes, bytes.length - endBytes, bytes.length).includes('%%EOF') ? 'application/pdf' : null;
  return null;
}

/**
 * Whether the file can also be read as another type, such as a page with a script or an archive. The limits of the
 * search are those within which readers of these types look for their marks.
 */
function isPolyglot(bytes: Uint8Array, mediaType: DocumentType): boolean {
  const start = ascii(bytes, 0, startBytes);
  if (/<(?:script|html|svg|!doctype|iframe|\?php)/i.test(start)) return true;
  if (mediaType !== 'application/pdf' && start.includes('%PDF-')) return true;
  // The end record of a ZIP archive, which may be followed by a comment.
  return ascii(bytes, bytes.length - endBytes, bytes.length).includes('PK\x05\x06');
}

/** Names of PDF objects that run programs or contain further files. */
const activePdf = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA)\b/;

/** Pictures inside a PDF are compressed streams, in which such a name can occur by chance. */
const pdfStreams = /stream\r?\n[^]*?endstream/g;

/** A function call cannot have as many arguments as a file has bytes. */
const pieceBytes = 32 * 1024;

function isActivePdf(bytes: Uint8Array): boolean {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceBytes) text += ascii(bytes, at, at + pieceBytes);
  return activePdf.test(text.replaceAll(pdfStreams, ''));
}

function failed(problem: string): ExaminedDocument {
  return { mediaType: null, problem };
}

/**
 * Checks an uploaded document by its content. The name of the file and the type that the browser states are not used.
 * A document is a picture or a PDF without scripts, and is not a file of another type at the same time.
 */
export function examineDocument(bytes: Uint8Array): ExaminedDocument {
  if (bytes.length === 0) return failed('document.empty');
  if (bytes.length > longestDocumentBytes) return failed('document.too_big');
  const mediaType = typeOf(bytes);
  if (mediaType === null || isPolyglot(bytes, mediaType)) return failed('document.wrong_type');
  if (mediaType === 'application/pdf' && isActivePdf(bytes)) return failed('document.active');
  return { mediaType, problem: null };
}
