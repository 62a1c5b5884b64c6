import { ask } from '../helpers/http.ts';
import type { TestSite } from '../helpers/site.ts';

const linesOf = async ({ opsOrigin }: TestSite): Promise<string[]> => {
  const { text } = await ask(opsOrigin, '/metrics');
  return text.split('\n');
};

/** Returns how many of the site's upstream calls ended with this outcome, according to the site's metrics. */
export const callsThatEnded = async (site: TestSite, outcome: 'aborted' | 'timeout'): Promise<number> =>
  (await linesOf(site))
    .filter((line) => line.includes(`outcome="${outcome}"`) && /_(?:count|total)\{/.test(line))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

export const openConnections = async (site: TestSite): Promise<number> => {
  const line = (await linesOf(site)).find((one) => one.startsWith('golden_lotto_open_connections '));
  return Number(line?.split(' ')[1]);
};
