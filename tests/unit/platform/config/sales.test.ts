import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuredSales } from '../../../../platform/config/sales.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'golden-lotto-sales-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('configuredSales', () => {
  it.each([true, false])('returns the value of `sales` in site_setup.json: %s', async (sales) => {
    await writeFile(path.join(folder, 'site_setup.json'), JSON.stringify({ sales, menus: {} }));
    expect(configuredSales(folder)).toBe(sales);
  });

  it.each(['{}', '{"sales":"off"}', '{'])(
    'rejects the content %s with an error that names the file and the key',
    async (content) => {
      await writeFile(path.join(folder, 'site_setup.json'), content);
      expect(() => configuredSales(folder)).toThrow('config/site_setup.json: sales must be true or false');
    },
  );
});
