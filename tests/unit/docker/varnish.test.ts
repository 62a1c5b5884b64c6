import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { privateAreas } from '../../../shared/resources.ts';

const rules = readFileSync(new URL('../../../docker/varnish.vcl', import.meta.url), 'utf8');

describe('docker/varnish.vcl', () => {
  it('passes exactly the private areas of shared/resources.ts and the health checks', () => {
    const names = [...privateAreas, 'healthz', 'readyz'].join('|');
    expect(rules).toContain(`if (req.url ~ "(?i)^/(?:[a-z]{2}/)?(?:${names})(?:[/?;]|$)") {`);
  });
});
