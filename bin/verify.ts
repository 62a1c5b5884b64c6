/**
 * `npm run verify -- keno-7790`: repeats a published draw from the data that a site publishes, with the same steps as
 * the page `/verify/{drawId}`. The site is `--site URL`, or SITE_URL, or the local site. The exit status is 0 if the
 * data agree, and 1 if they do not. It is 2 if the draw cannot be verified; a message gives the reason.
 */
import { parseArgs } from 'node:util';
import { parseDrawId } from '../shared/domain/draw-id.ts';
import {
  type DrawRecord,
  isPublished,
  type PublishedRecord,
  readDrawRecord,
} from '../shared/domain/draw-record.ts';
import {
  type StepStatus,
  type VerifyStep,
  type VerifyStepId,
  verdictOf,
  verifySteps,
} from '../shared/domain/verify-draw.ts';

const usage = 'Usage: npm run verify -- DRAW_ID [--site https://lotto.example], for example keno-7790';
const localSite = 'http://127.0.0.1:3000';
const timeoutMs = 20_000;

/** The reason why a draw cannot be verified. */
class NotVerifiable extends Error {}

function readArguments(): { drawId: string; site: string } {
  try {
    const { values, positionals } = parseArgs({
      options: { site: { type: 'string' } },
      allowPositionals: true,
    });
    const site = values.site ?? process.env['SITE_URL'] ?? localSite;
    const [drawId = ''] = positionals;
    if (positionals.length !== 1 || !parseDrawId(drawId))
      throw new Error('the draw id is missing or malformed');
    if (!/^https?:$/.test(new URL(site).protocol))
      throw new Error('the site needs an address with http or https');
    return { drawId, site: new URL(site).origin };
  } catch (error) {
    throw new NotVerifiable(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

async function fetchRecord(site: string, drawId: string): Promise<DrawRecord> {
  const address = `${site}/verify/${drawId}.json`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new NotVerifiable(`${address} does not answer (${String(cause)}). Is --site right?`);
  });
  if (answer.status === 404) throw new NotVerifiable(`${site} has no draw ${drawId}.`);
  if (!answer.ok) throw new NotVerifiable(`${address} answered with status ${answer.status}.`);
  const record = readDrawRecord(await answer.json().catch(() => null));
  if (!record) throw new NotVerifiable(`${address} is not the record of a draw.`);
  if (record.drawId !== drawId) throw new NotVerifiable(`${address} is the record of ${record.drawId}.`);
  return record;
}

const titles: Record<VerifyStepId, (record: PublishedRecord) => string> = {
  method: ({ drawFunction, drawParameters }) =>
    `Method ${drawFunction} with ${JSON.stringify(drawParameters)}`,
  commitment: ({ seed }) => `SHA-256 of the seed ${seed} is the commitment`,
  times: ({ committedAt, openedAt, closedAt, publishedAt }) =>
    `Committed ${committedAt}, sales opened ${openedAt ?? 'never'}, closed ${closedAt}, published ${publishedAt}`,
  root: ({ ticketsTotal, ticketsRoot }) => `Root of ${ticketsTotal} ticket lines: ${ticketsRoot}`,
  stream: () => 'First block of the random stream',
  numbers: () => 'Numbers from seed, draw id and root',
  result: () => 'Numbers as the results show them',
  correction: ({ correction, drawn }) =>
    `${correction?.kind} ${correction?.at}, ${drawn.join(', ')} is stored now: ${correction?.reason}`,
};
const marks: Record<StepStatus, string> = {
  passed: 'agrees  ',
  failed: 'DIFFERS ',
  unproven: 'unproven',
  skipped: 'SKIPPED ',
};

/** Prints a text. Control characters except line feeds become spaces, because they could change the terminal. */
const print = (text: string): void => void process.stdout.write(`${text.replaceAll(/[^\P{Cc}\n]/gu, ' ')}\n`);

function printStep(step: VerifyStep, record: PublishedRecord): void {
  const { id, status, computed, published } = step;
  print(`${marks[status]}  ${titles[id](record)}${computed === null ? '' : `\n            ${computed}`}`);
  if (status === 'failed' && published !== null) print(`            published: ${published}`);
}

async function verify(): Promise<number> {
  const { drawId, site } = readArguments();
  const record = await fetchRecord(site, drawId);
  if (!isPublished(record))
    throw new NotVerifiable(
      `${drawId} has no published result yet. It is drawn at ${record.drawStartDate}.\nKeep its commitment: ${record.commitment}`,
    );
  print(`${record.gameName}, ${drawId}, published by ${site}\n`);
  const steps: VerifyStep[] = [];
  for (const step of verifySteps(record)) {
    steps.push(step);
    printStep(step, record);
  }
  const verdict = verdictOf(steps);
  print(
    {
      verified: '\nVerified: the numbers follow from the published data.',
      corrected:
        '\nVerified: the first published numbers follow from the data. An operator corrected them later.',
      failed: '\nNot verified: the data contradict each other.',
    }[verdict],
  );
  return verdict === 'failed' ? 1 : 0;
}

try {
  process.exitCode = await verify();
} catch (error) {
  if (!(error instanceof NotVerifiable)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
