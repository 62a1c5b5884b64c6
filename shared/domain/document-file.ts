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
    // The markers of frame headers: SOF0 to SOF15, without DHT (C4), JPG (C8) and DAC (CC).
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
 * Whether the file can also be read as a file of another type, such as an archive or a page with a script. Each search
 * covers the part of the file in which programs look for the signature of the other type.
 */
function isPolyglot(bytes: Uint8Array, mediaType: DocumentType): boolean {
  const start = ascii(bytes, 0, startBytes);
  if (/<(?:script|html|svg|!doctype|iframe|\?php)/i.test(start)) return true;
  if (mediaType !== 'application/pdf' && start.includes('%PDF-')) return true;
  // Search for the end record of a ZIP archive. A comment may follow this record.
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
  // Use a loop, because its time does not depend on the content. Calling the built-in indexOf for each occurrence of
  // the first byte is slow if there are millions of occurrences.
  for (let at = from; at < bytes.length; at++)
    if (bytes[at] === first && bytes[at + 1] === second && startsAt(bytes, at, wanted)) return at;
  return -1;
}

/** Names of PDF objects that run programs or contain further files. */
const longNames = ['JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia'].map(bytesOf);
/** PDF names that are so short that they can occur by chance in the compressed stream of a picture. */
const shortNames = ['JS', 'XFA'].map(bytesOf);
const slash = 0x2f;
const hash = 0x23;
const percent = 0x25;
const streamBegin = bytesOf('stream');
const streamEnd = bytesOf('endstream');

const isWordByte = (byte = 0): boolean => /\w/.test(String.fromCharCode(byte));
const isSpace = (byte = -1): boolean => byte === 0 || (byte >= 9 && byte <= 13) || byte === 32;
const isLineEnd = (byte = -1): boolean => byte === 10 || byte === 13;

/** Returns the value of an escape such as `#61` in a name (ISO 32000, 7.3.5), or null. */
function escapedAt(bytes: Uint8Array, at: number): number | null {
  if (bytes[at] !== hash) return null;
  const digits = String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
  return /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : null;
}

/** Whether `name` begins at a position, with or without escapes. */
function isNameAt(bytes: Uint8Array, at: number, name: Uint8Array): boolean {
  let next = at;
  for (const wanted of name) {
    const escaped = escapedAt(bytes, next);
    if ((escaped ?? bytes[next]) !== wanted) return false;
    next += escaped === null ? 1 : 3;
  }
  return !isWordByte(escapedAt(bytes, next) ?? bytes[next]);
}

function hasName(bytes: Uint8Array, names: readonly Uint8Array[]): boolean {
  const firsts = new Set([hash, ...names.map(([first]) => first)]);
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === slash && firsts.has(bytes[at + 1]))
      for (const name of names) if (isNameAt(bytes, at + 1, name)) return true;
  return false;
}

/**
 * Whether the word `stream` at a position begins a stream. The word must follow `>>` outside a comment, and must end
 * its line.
 */
function beginsStream(bytes: Uint8Array, at: number): boolean {
  if (!isLineEnd(bytes[at + streamBegin.length])) return false;
  let before = at - 1;
  while (isSpace(bytes[before])) before--;
  if (bytes[before] !== 0x3e || bytes[before - 1] !== 0x3e) return false;
  while (before >= 0 && !isLineEnd(bytes[before])) if (bytes[before--] === percent) return false;
  return true;
}

/**
 * Whether a PDF contains the name of an object that runs programs or contains files. Short names count only outside
 * streams.
 */
function isActivePdf(bytes: Uint8Array): boolean {
  if (hasName(bytes, longNames)) return true;
  let [from, search] = [0, 0];
  for (;;) {
    const begin = indexOf(bytes, streamBegin, search);
    if (begin < 0) return hasName(bytes.subarray(from), shortNames);
    search = begin + streamBegin.length;
    if (!beginsStream(bytes, begin)) continue;
    const end = indexOf(bytes, streamEnd, search);
    if (end < 0) return hasName(bytes.subarray(from), shortNames);
    if (hasName(bytes.subarray(from, begin), shortNames)) return true;
    from = end + streamEnd.length;
    search = from;
  }
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
