/**
 * `npm run docs`: writes what is generated from shared/contract/, which is the tables of docs/platform-api.md and the
 * OpenAPI document, docs/openapi.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createOpenApi } from '../shared/contract/openapi.ts';
import { withGeneratedTables } from './platform-api-tables.ts';

const docs = path.resolve(import.meta.dirname, '../docs');
const manual = path.join(docs, 'platform-api.md');
writeFileSync(manual, withGeneratedTables(readFileSync(manual, 'utf8')));
writeFileSync(path.join(docs, 'openapi.json'), `${JSON.stringify(createOpenApi(), null, 1)}\n`);
