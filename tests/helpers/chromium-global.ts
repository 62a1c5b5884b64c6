import { chromiumPath } from './browser.ts';

/**
 * Unpacks Chromium once before the tests of a run. On a new machine, the workers would otherwise unpack it at the same
 * time. One worker could then start Chromium while another worker still writes the file.
 */
export default async function setup(): Promise<void> {
  await chromiumPath();
}
