/** `npm run conformance -- --url URL`: holds any platform against the contract, over HTTP, a line a call. */
import { conform, NotKnown } from './conform.ts';
import { type Options, readOptions, UsageError, usage } from './options.ts';
import { summaryOf, textOf } from './report.ts';

const failedExit = 1;
const usageExit = 2;

/** Null: there is nothing to do, and it has been said why. */
function readAsked(): Options | null {
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    if (!options) console.log(usage);
    return options;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = usageExit;
    return null;
  }
}

/** Node's fetch hides what went wrong in the cause. */
const told = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
};

async function main(asked: Options): Promise<void> {
  try {
    const lines = await conform(asked, (line) => console.log(textOf(line)));
    console.log(`\n${summaryOf(lines)}`);
    process.exitCode = lines.some(({ outcome }) => outcome === 'failed') ? failedExit : 0;
  } catch (error) {
    const isKnown = !(error instanceof NotKnown);
    console.error(isKnown ? `\n${asked.url} did not answer: ${told(error)}` : error.message);
    process.exitCode = isKnown ? failedExit : usageExit;
  }
}

// Whoever reads may have read enough (`| head`).
process.stdout.on('error', () => process.exit(failedExit));
const asked = readAsked();
if (asked) await main(asked);
