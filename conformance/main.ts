/**
 * `npm run conformance -- --url URL` checks any platform against the contract over HTTP. It prints one line for each
 * call.
 */
import { BadCredentials, conform } from './conform.ts';
import { type Options, readOptions, UsageError, usage } from './options.ts';
import { reportText, summaryOf } from './report.ts';

const failedExit = 1;
const usageExit = 2;

/** Parses the arguments. @returns null if it printed the usage or an error */
function readArguments(): Options | null {
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

/** Node's fetch throws an error whose `cause` contains the reason for the failure. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
};

async function main(options: Options): Promise<void> {
  try {
    const lines = await conform(options, (line) => console.log(reportText(line)));
    console.log(`\n${summaryOf(lines)}`);
    process.exitCode = lines.some(({ outcome }) => outcome === 'failed') ? failedExit : 0;
  } catch (error) {
    const isNetworkError = !(error instanceof BadCredentials);
    console.error(isNetworkError ? `\n${options.url} did not answer: ${reasonOf(error)}` : error.message);
    process.exitCode = isNetworkError ? failedExit : usageExit;
  }
}

// A program that reads the output, for example `head`, can close the pipe early.
process.stdout.on('error', () => process.exit(failedExit));
const options = readArguments();
if (options) await main(options);
