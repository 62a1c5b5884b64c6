import type { Scenario } from '../bench.ts';
import { weigh } from '../weight.ts';

/** Measures the size of the home page's scripts and styles in a real browser. */
export const weights: Scenario = {
  name: 'weights',
  budgets: ['scriptBeforeWake', 'scriptWithoutInteraction', 'styles'],
  async run(bench) {
    const site = await bench.site();
    const weight = await weigh(`${site.origin}/`);
    await site.stop();
    for (const [name, bytes] of Object.entries(weight)) bench.measured(name, bytes / 1000);
  },
};
