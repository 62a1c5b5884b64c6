/** Runs `npm run admin -- …`: commands for players, withdrawals, results and promo codes (docs/operations.md). */
import { open } from './open.ts';
import { runAdmin } from './run.ts';

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  open,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
});
