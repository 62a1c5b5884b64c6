import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withResources } from '../../../bin/varnish-rules.ts';
import { privateAreas, resourceEntries } from '../../../shared/resources.ts';

const rules = readFileSync(new URL('../../../docker/varnish.vcl', import.meta.url), 'utf8');

describe('docker/varnish.vcl', () => {
  it('is equal to the output of `npm run docs`', () => {
    expect(rules).toBe(withResources(rules));
  });

  it('passes requests for private areas to the site', () => {
    const [, names = ''] = /\(\?:([a-z|-]*my-accounts[a-z|-]*)\)/.exec(rules) ?? [];
    expect(names.split('|')).toEqual([...privateAreas, 'healthz', 'readyz']);
  });

  it('keeps only the query parameters that cached pages declare', () => {
    const kept = [...rules.matchAll(/X-Query \+ "&([a-z]+)="/gi)].map(([, name]) => name);
    const named = resourceEntries
      .filter(([, page]) => page.kept)
      .flatMap(([, { query }]) => Object.keys(query));
    expect(kept).toEqual(named);
  });

  it('is rejected by `npm run docs` if a generated section is missing', () => {
    expect(() => withResources('vcl 4.1;')).toThrow('no list of private areas');
    const without = rules.replace('sub keep_named_parameters {', 'sub other {');
    expect(() => withResources(without)).toThrow('no sub keep_named_parameters');
  });
});
