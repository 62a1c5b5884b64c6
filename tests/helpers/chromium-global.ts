import { chromiumPath } from './browser.ts';

/**
 * Unpacks Chromium once before the tests of a run. On a new machine, the workers would otherwise unpack it at the same
 * time. One worker could then start the file while another worker still writes it.
 */
export default async function setup(): Promise<void> {
  await chromiumPath();
}
