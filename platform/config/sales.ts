import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { projectRoot } from './project-root.ts';

const SiteSetup = z.object({ sales: z.boolean() });

/**
 * Returns whether the site's configuration allows sales. The platform uses this value if SALES is unset, so that one
 * switch controls site and platform.
 * @param folder folder that contains `site_setup.json`
 * @throws an Error of one line if the file has no valid `sales`
 */
export function configuredSales(folder = path.join(projectRoot, 'config')): boolean {
  try {
    return SiteSetup.parse(JSON.parse(readFileSync(path.join(folder, 'site_setup.json'), 'utf8'))).sales;
  } catch (cause) {
    throw new Error('config/site_setup.json: sales must be true or false, or set SALES', { cause });
  }
}
