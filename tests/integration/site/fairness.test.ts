import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ticketsOf } from '../../../platform/draws/ticket-store.ts';
import { catalogue, type GameDefinition } from '../../../platform/games/catalogue.ts';
import type { VerifyResponse } from '../../../shared/contract/draw-proof.ts';
import { encodeLine } from '../../../shared/domain/draw-kinds.ts';
import { drawVectors, rootOfNoTickets, vectorSeed } from '../../../shared/domain/draw-vectors.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { ask } from '../../helpers/http.ts';
import { describeWith } from '../../helpers/installed.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { programs, python, runProcess, sha256, siblingsOf, useVerifiers } from './verifiers.ts';

const START = new Date('2026-11-18T12:02:00Z');
const MINUTE_MS = 60_000;
/** The games of the catalogue with unchanged rules, but with a draw every hour. */
const hourly = catalogue.map(
  (game): GameDefinition => ({
    ...game,
    schedule: { every: 'minutes', minutes: 60 },
    salesOpenSeconds: 5400,
    salesCloseSeconds: 60,
  }),
);

let platform: TestPlatform;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ now: START, catalogue: hourly, historyDays: 1 });
  for (let step = 0; step < 18; step++) {
    await platform.deps.engine.tick();
    platform.clock.advance(10 * MINUTE_MS);
  }
  await platform.deps.engine.tick();
  site = await startSite({ platform, clock: platform.clock, warm: false, live: false });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const { run, written } = useVerifiers(() => site.origin);

const query = <R extends Record<string, unknown>>(text: string): Promise<R[]> =>
  queryDatabase<R>(platform.databaseUrl, text);

/** Returns the newest draw of the game among the draws whose seed was committed before their sales opened. */
const newestDraw = async (gameId: string): Promise<{ draw_id: string; draw_number: number }> => {
  const [row] = await query<{ draw_id: string; draw_number: number }>(
    `select draw_id, draw_number from draws where game_id = '${gameId}' and status = 'published'
       and committed_at < opened_at and tickets_total > 0 order by draw_number desc limit 1`,
  );
  if (!row) throw new Error(`no draw of ${gameId}`);
  return row;
};

const recordOf = async (drawId: string): Promise<VerifyResponse> => {
  const { body } = await platform.call('draws/verify', { drawId });
  if (!body.success) throw new Error(`no record of ${drawId}`);
  return body.data;
};

describe('npm run verify', () => {
  const script = path.join(import.meta.dirname, '../../../bin/verify.ts');
  const verify = (...args: string[]) => runProcess(process.execPath, [script, ...args]);

  it.each(['jackpot', 'raffle', 'jaldi'])('confirms a published draw of %s', async (gameId) => {
    const { draw_id: drawId } = await newestDraw(gameId);
    const { status, text } = await verify(drawId, '--site', site.origin);
    expect(text).toContain((await recordOf(drawId)).drawn.join(', '));
    expect(text).toContain('Verified: the numbers follow');
    expect(text).not.toMatch(/DIFFERS|SKIPPED|unproven/);
    expect(status).toBe(0);
  });

  it('exits with 2 and prints the reason if a draw cannot be verified', async () => {
    const [open] = await query<{ draw_id: string; commitment: string }>(
      "select draw_id, commitment from draws where status = 'open' limit 1",
    );
    for (const [args, reason] of [
      [[open?.draw_id ?? '', '--site', site.origin], `commitment: ${open?.commitment}`],
      [['keno-1', '--site', site.origin], 'has no draw keno-1'],
      [['keno-1', '--site', 'http://127.0.0.1:1'], 'does not answer'],
      [['keno', '--site', site.origin], 'Usage: npm run verify'],
    ] as const) {
      const { status, text } = await verify(...args);
      expect(text).toContain(reason);
      expect(status).toBe(2);
    }
  });

  it('exits with 1 and marks the failed step if a site publishes a number that was not drawn', async () => {
    const record = await recordOf((await newestDraw('keno')).draw_id);
    const server = createServer((_request, answer) => {
      answer.end(JSON.stringify({ ...record, drawn: ['99', ...record.drawn.slice(1)] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { status, text } = await verify(record.drawId, '--site', `http://127.0.0.1:${port}`);
    await new Promise((resolve) => server.close(resolve));
    expect(text).toMatch(/DIFFERS {2,}Numbers from seed, draw id and root/);
    expect(text).toContain('Not verified');
    expect(status).toBe(1);
  });
});

it('each program that checks a draw has fewer than 100 lines', async () => {
  for (const program of programs) {
    const { status, text } = await ask(site.origin, `/verifiers/${program}`);
    expect(status).toBe(200);
    expect(text.split('\n').length - 1).toBeLessThan(100);
  }
});

const describePrograms = describeWith('python3', python !== null);
describePrograms.each(programs)('%s', (program) => {
  // Two games are enough, because the test vectors contain a draw of every game.
  it.each(['keno', 'raffle'])('confirms a published draw of %s', async (gameId) => {
    const { draw_id: drawId } = await newestDraw(gameId);
    const { status, text } = await run(program, site.origin, drawId);
    expect(text).toContain('agrees  commitment');
    expect(text).toContain(`agrees  numbers ${(await recordOf(drawId)).drawn.join(' ')}`);
    expect(status).toBe(0);
  });

  it('reports a changed number, seed or draw id', async () => {
    const record = await recordOf((await newestDraw('keno')).draw_id);
    for (const [index, change] of [
      { drawn: ['99', ...record.drawn.slice(1)] },
      { seed: vectorSeed },
      { drawId: 'keno-1' },
    ].entries()) {
      const { status, text } = await run(program, await written(`${index}.json`, { ...record, ...change }));
      expect(text).toContain('DIFFERS');
      expect(status).toBe(1);
    }
  });

  it('confirms the test vectors of both draw methods', async () => {
    for (const { drawId, kind, drawn } of drawVectors)
      for (const [drawFunction, numbers] of Object.entries(drawn)) {
        const record = { drawId, drawFunction, drawParameters: kind, drawn: numbers.split(' ') };
        if (kind.kind === 'raffle')
          record.drawn = numbers
            .replace(' ', '_')
            .split(' ')
            .map((one) => one.replace('_', ' '));
        const file = await written('vector.json', {
          ...record,
          seed: vectorSeed,
          commitment: sha256(Buffer.from(vectorSeed, 'hex')).toString('hex'),
          ticketsRoot: rootOfNoTickets,
          committedAt: '2026-11-18T12:00:00Z',
          openedAt: null,
        });
        expect(`${drawId} ${(await run(program, file)).status}`).toBe(`${drawId} 0`);
      }
  });

  it('shows the commitment of an unpublished draw', async () => {
    const [open] = await query<{ draw_id: string; commitment: string }>(
      "select draw_id, commitment from draws where status = 'open' limit 1",
    );
    const { status, text } = await run(program, site.origin, open?.draw_id ?? '');
    expect(text).toContain(open?.commitment ?? 'a commitment');
    expect(status).toBe(2);
  });

  it('confirms that the Merkle root includes a ticket line', async () => {
    const { draw_id: drawId } = await newestDraw('keno');
    const kind = catalogue.find(({ gameId }) => gameId === 'keno')?.kind;
    if (!kind) throw new Error('no keno');
    const data = (await ticketsOf(platform.deps.database.db, drawId)).map(({ receiptNumber, lineNo, line }) =>
      Buffer.from(`${receiptNumber}\n${lineNo}\n${encodeLine(kind, line)}`),
    );
    const record = await written('keno.json', await recordOf(drawId));
    for (const leafIndex of [0, Math.floor(data.length / 2), data.length - 1]) {
      const line = {
        leafData: String(data[leafIndex]),
        leafIndex,
        siblings: siblingsOf(leafIndex, data).map((hash) => hash.toString('hex')),
      };
      const right = await run(program, record, await written('proof.json', { lines: [line] }));
      expect(right.text).toContain(`agrees  ticket ${JSON.stringify(line.leafData)}`);
      expect(right.status).toBe(0);
      const changed = { lines: [{ ...line, leafData: `${line.leafData}0` }] };
      const wrong = await run(program, record, await written('proof.json', changed));
      expect(wrong.text).toContain('DIFFERS ticket');
      expect(wrong.status).toBe(1);
    }
    expect((await run(program, record, await written('proof.json', { lines: [] }))).status).toBe(1);
  });

  it('confirms the lines of a receipt with the proof from the site', async () => {
    const { draw_id: drawId } = await newestDraw('keno');
    const [ticket] = await query<{ receipt_number: string }>(
      `select receipt_number from tickets where draw_id = '${drawId}' order by receipt_number limit 1`,
    );
    const receipt = ticket?.receipt_number ?? '';
    const known = await run(program, site.origin, drawId, receipt);
    expect(known.text).toContain(`agrees  ticket "${receipt}\\n1\\n`);
    expect(known.status).toBe(0);
    const unknown = await run(
      program,
      site.origin,
      drawId,
      receipt.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    );
    expect(unknown.status).toBe(1);
  });
});

describe('statement that a draw was committed before its sales', () => {
  const inTime = 'The commitment to the seed was stored before sales of this draw opened';
  const late = 'Nothing shows that the seed of this draw was fixed before its tickets';

  it('appears for a draw that was committed before its sales', async () => {
    const { draw_number: drawNumber } = await newestDraw('daily');
    const { text } = await ask(site.origin, `/results/golden-daily/${drawNumber}`);
    expect(text).toContain(inTime);
    expect(text).toContain('Sales opened');
  });

  it('does not appear for a draw of the generated history', async () => {
    const [row] = await query<{ draw_number: number }>(
      "select draw_number from draws where game_id = 'daily' and opened_at is null limit 1",
    );
    const { text } = await ask(site.origin, `/results/golden-daily/${row?.draw_number}`);
    expect(text).toContain(late);
    expect(text).not.toContain(inTime);
  });

  it('appears on the home page with the number of such draws', async () => {
    const [row] = await query<{ count: number; held: number }>(
      `select count(*) filter (where committed_at < opened_at)::int as count, count(*)::int as held
       from draws where status = 'published'`,
    );
    expect(row?.count).toBeGreaterThan(0);
    expect(row?.count).toBeLessThan(row?.held ?? 0);
    const { text } = await ask(site.origin, '/');
    expect(text).toContain(
      `<dt>draws held this year with a commitment from before their sales</dt><dd>${row?.count}</dd>`,
    );
  });
});

it('the page of a game shows the commitment of every draw on sale', async () => {
  for (const { gameId, slug } of catalogue) {
    const rows = await query<{ draw_id: string; commitment: string }>(
      `select draw_id, commitment from draws where game_id = '${gameId}' and status = 'open'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    const { text } = await ask(site.origin, `/games/${slug}`);
    for (const { draw_id, commitment } of rows) {
      expect(text).toContain(draw_id);
      expect(text).toContain(commitment);
    }
  }
});
