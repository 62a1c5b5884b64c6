/** Reads bytes as Latin-1, so that they can be compared with text. */
const textAt = (bytes: Buffer, start: number, length: number): string =>
  bytes.toString('latin1', start, start + length);

const signatures: readonly [type: string, matches: (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes) => textAt(bytes, 0, 3) === '\xff\xd8\xff'],
  ['image/webp', (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP'],
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(textAt(bytes, 0, 6))],
  ['image/avif', (bytes) => /^ftypavi[fs]$/.test(textAt(bytes, 4, 8))],
  ['application/pdf', (bytes) => textAt(bytes, 0, 5) === '%PDF-'],
];

/**
 * Returns the media type of a file by its first bytes. The declared type must be equal to this type. For a picture,
 * however, any picture type may be declared, because plugins convert pictures without changing their names.
 * @returns null if the site does not serve files of this type, or if the declared type is wrong
 */
export function mediaTypeOf(bytes: Buffer, declared: string | undefined): string | null {
  const [type] = signatures.find(([, matches]) => matches(bytes)) ?? [];
  if (type === undefined || declared === undefined) return null;
  const [named = ''] = declared.toLowerCase().split(';', 1);
  const bothPictures = type.startsWith('image/') && named.startsWith('image/') && !named.includes('svg');
  return bothPictures || type === named.trim() ? type : null;
}
