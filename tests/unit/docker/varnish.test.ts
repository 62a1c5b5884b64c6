import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withPrivateAreas } from '../../../bin/varnish-private-areas.ts';
import { privateAreas } from '../../../shared/resources.ts';

const rules = readFileSync(new URL('../../../docker/varnish.vcl', import.meta.url), 'utf8');

describe('docker/varnish.vcl', () => {
  it('is equal to the output of `npm run docs`', () => {
    expect(rules).toBe(withPrivateAreas(rules));
  });

  it('passes requests in each private area to the site', () => {
    const [, names = ''] = /\(\?:([a-z|-]*my-accounts[a-z|-]*)\)/.exec(rules) ?? [];
    expect(names.split('|')).toEqual([...privateAreas, 'healthz', 'readyz']);
  });
});
