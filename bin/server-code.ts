import type { Plugin } from 'vite';

/**
 * How the build writes code for Node. V8 keeps the source text of every loaded file in memory. It stores a file that is
 * not ASCII at two bytes a character, so the code is written in ASCII and without comments, except those with licences.
 */
export const serverCode = {
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
} as const;

const licence = /\/\*![^]*?\*\//g;

/** Creates a Vite plugin that writes the comments with licences in ASCII too, because `charset` leaves them as they are. */
export function asciiLicences(): Plugin {
  return {
    name: 'ascii-licences',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = file.code.replace(licence, toAscii);
    },
  };
}

const toAscii = (comment: string): string =>
  comment.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
