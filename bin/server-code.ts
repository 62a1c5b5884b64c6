import type { Plugin } from 'vite';

/**
 * Build options for the code that runs in Node. V8 keeps the source text of every loaded file in memory. A file that is
 * not ASCII takes two bytes for each character. The code is therefore written in ASCII and without comments, except
 * licences.
 */
export const serverCode = {
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
} as const;

const licence = /\/\*![^]*?\*\//g;

/** Creates a Vite plugin that writes licence comments in ASCII too, because `charset` does not change comments. */
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

/**
 * The exports of node:http that modules may import by name. `WebSocket` and its events are left out, because they load
 * Node's own copy of undici.
 */
const httpNames = [
  'Agent',
  'IncomingMessage',
  'METHODS',
  'STATUS_CODES',
  'Server',
  'ServerResponse',
  'createServer',
  'get',
  'globalAgent',
  'request',
];
const lightHttpId = '\0light-http';

/**
 * Creates a Vite plugin that replaces `import … from 'node:http'`. When a module imports node:http, Node reads all
 * exports of node:http. The export `WebSocket` loads Node's own copy of undici. This copy takes 14 MB of memory in each
 * process, and no module uses it. With `process.getBuiltinModule`, only the named exports are read.
 */
export function lightHttp(): Plugin {
  return {
    name: 'light-http',
    enforce: 'pre',
    resolveId(id, _importer, options) {
      const isImport = !('kind' in options) || options.kind !== 'require-call';
      return isImport && /^(?:node:)?http$/.test(id) ? lightHttpId : null;
    },
    load: (id) =>
      id === lightHttpId
        ? `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${httpNames.join(', ')} } = http;`
        : null,
  };
}
