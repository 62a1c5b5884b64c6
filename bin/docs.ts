/**
 * `npm run docs`: writes the generated files. It generates the tables of docs/platform-api.md and the OpenAPI document
 * docs/openapi.json from shared/contract/. It generates the private areas and query parameters of docker/varnish.vcl
 * from shared/resources.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createOpenApi } from '../shared/contract/openapi.ts';
import { withGeneratedTables } from './platform-api-tables.ts';
import { withResources } from './varnish-rules.ts';

const root = path.resolve(import.meta.dirname, '..');

function rewrite(file: string, generate: (text: string) => string): void {
  const where = path.join(root, file);
  writeFileSync(where, generate(readFileSync(where, 'utf8')));
}

rewrite('docs/platform-api.md', withGeneratedTables);
rewrite('docs/openapi.json', () => `${JSON.stringify(createOpenApi(), null, 1)}\n`);
rewrite('docker/varnish.vcl', withResources);
