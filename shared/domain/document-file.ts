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

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function startsAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false;
  return true;
}

/** Returns the first position of `wanted` at or after `from`, or -1. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0, second] = wanted;
  // A loop takes equally long for every content. Calling the built-in indexOf for each hit is slow if there are millions.
  for (let at = from; at < bytes.length; at++)
    if (bytes[at] === first && bytes[at + 1] === second && startsAt(bytes, at, wanted)) return at;
  return -1;
}

/** Names of PDF objects that run programs or contain further files. */
const activeNames = ['JavaScript', 'JS', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'XFA'].map(
  (name) => bytesOf(`/${name}`),
);
const slash = 0x2f;
const afterSlash = new Set(activeNames.map((name) => name[1]));
const streamBegin = bytesOf('stream');
const streamEnd = bytesOf('endstream');

function isWordByte(byte = 0): boolean {
  return /\w/.test(String.fromCharCode(byte));
}

function hasActiveName(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== slash || !afterSlash.has(bytes[at + 1])) continue;
    for (const name of activeNames)
      if (startsAt(bytes, at, name) && !isWordByte(bytes[at + name.length])) return true;
  }
  return false;
}

/**
 * Whether a PDF names a script or a file outside its streams. A picture inside a PDF is a compressed stream, in which
 * such a name can occur by chance.
 */
function isActivePdf(bytes: Uint8Array): boolean {
  for (let from = 0; from < bytes.length; ) {
    const begin = indexOf(bytes, streamBegin, from);
    const end = begin < 0 ? -1 : indexOf(bytes, streamEnd, begin + streamBegin.length);
    if (hasActiveName(bytes.subarray(from, end < 0 ? bytes.length : begin))) return true;
    if (end < 0) return false;
    from = end + streamEnd.length;
  }
  return false;
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
