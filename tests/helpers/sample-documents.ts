import { samplePng } from './sample-png.ts';

const jpegSegment = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

/** Returns a file with the structure of a JPEG picture. @param comment text of a comment before the picture */
export const sampleJpeg = (comment = ''): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(comment ? [jpegSegment(0xfe, Buffer.from(comment))] : []),
    jpegSegment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x7f, 0xff, 0xd9]),
  ]);

export const sampleWebp = (): Buffer => {
  const body = Buffer.concat([Buffer.from('WEBPVP8L'), Buffer.from([4, 0, 0, 0, 0x2f, 0, 0, 0])]);
  const head = Buffer.from('RIFF\0\0\0\0');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
};

/** Returns a PDF file. @param object further object, as PDF source */
export const samplePdf = (object = ''): Buffer =>
  Buffer.from(`%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n${object}\ntrailer << /Root 1 0 R >>\n%%EOF\n`);

export const sampleIdCard = (): Buffer => samplePng(40, 24, 120);

/** The personal data that an identity check needs. */
export const samplePerson = {
  firstName: 'Asha',
  lastName: 'Rao',
  birthDate: '1990-02-28',
  country: 'IN',
  state: 'IN-MH',
} as const;

/** Files that the site and the platform refuse, each with the text key of the refusal. */
export const badDocuments: [string, Buffer, string][] = [
  ['an empty file', Buffer.alloc(0), 'document.empty'],
  ['a text', Buffer.from('My passport number is 1234.'), 'document.wrong_type'],
  [
    'an SVG picture with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'document.wrong_type',
  ],
  ['an executable', Buffer.from(`MZ${'\0'.repeat(200)}`), 'document.wrong_type'],
  [
    'a page that begins like a JPEG',
    Buffer.from('\xff\xd8<html><script>alert(1)</script>', 'latin1'),
    'document.wrong_type',
  ],
  ['a JPEG with a script in its comment', sampleJpeg('<script>alert(1)</script>'), 'document.wrong_type'],
  ['a JPEG that is a PDF too', sampleJpeg('%PDF-1.7 1 0 obj'), 'document.wrong_type'],
  [
    'a PNG that is an archive too',
    Buffer.concat([sampleIdCard(), Buffer.from('PK\x03\x04PK\x05\x06'), sampleIdCard().subarray(-12)]),
    'document.wrong_type',
  ],
  ['a PNG that is cut off', sampleIdCard().subarray(0, -20), 'document.wrong_type'],
  [
    'a WebP with more bytes than it states',
    Buffer.concat([sampleWebp(), Buffer.from('MZ')]),
    'document.wrong_type',
  ],
  [
    'a PDF after other bytes',
    Buffer.concat([Buffer.from('#!/bin/sh\n'), samplePdf()]),
    'document.wrong_type',
  ],
  [
    'a PDF with a script',
    samplePdf('2 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj'),
    'document.active',
  ],
  [
    'a PDF with a script whose names have escapes',
    samplePdf('2 0 obj << /S /J#61vaScript /#4aS (app.alert(1)) >> endobj'),
    'document.active',
  ],
  [
    'a PDF with a form of scripts after a comment that looks like a stream',
    samplePdf('% >> stream\n2 0 obj << /#58FA 3 0 R >> endobj\n% endstream'),
    'document.active',
  ],
  ['a PDF that contains a file', samplePdf('2 0 obj << /Type /EmbeddedFile >> endobj'), 'document.active'],
  [
    'a file of more than 10 MB',
    Buffer.concat([sampleJpeg(), Buffer.alloc(10 * 1024 * 1024)]),
    'document.too_big',
  ],
];

export const goodDocuments: [string, Buffer, string][] = [
  ['a JPEG', sampleJpeg(), 'jpg'],
  ['a JPEG with a film after the picture', Buffer.concat([sampleJpeg(), Buffer.from('ftypmp42')]), 'jpg'],
  ['a PNG', sampleIdCard(), 'png'],
  ['a WebP', sampleWebp(), 'webp'],
  [
    'a PDF whose picture contains the name of a script by chance',
    samplePdf('2 0 obj << /Length 4 >> stream\n/JS (\nendstream endobj'),
    'pdf',
  ],
];
