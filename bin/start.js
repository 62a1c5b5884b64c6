/**
 * `npm start`: starts run-programs.ts. Node's compile cache stores run-programs.ts and its imports as JavaScript, so
 * that only the first start has to load Node's TypeScript compiler. This file is JavaScript, because it runs before the
 * cache is enabled.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.resolve(import.meta.dirname, '../dist/compiled'));
await import('./run-programs.ts');
