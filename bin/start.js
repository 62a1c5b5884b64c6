/**
 * `npm start`: starts run-programs.ts. Node's compile cache stores the JavaScript of its TypeScript files, so that only
 * the first start has to load Node's TypeScript compiler. This file is JavaScript, because the cache must be enabled
 * first.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.resolve(import.meta.dirname, '../dist/compiled'));
await import('./run-programs.ts');
