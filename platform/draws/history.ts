import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { getTableColumns, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { encodeLine } from '../../shared/domain/draw-kinds.ts';
import { merkleRoot } from '../../shared/domain/merkle.ts';
import { type Slot, slotsBetween } from '../../shared/domain/schedule.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { locks } from '../db/migrate.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { countAllDraws } from '../statistics/count-draws.ts';
import { leavesOf } from './close-draw.ts';
import { type NewDraw, newDraw } from './commit-draws.ts';
import { type HeldDraw, type HeldTicket, holdDraw, largestFirst, topWinsKept } from './hold-draw.ts';
import type { SeedVault } from './seed-vault.ts';
import { seededTickets } from './seeded-sales.ts';
import { draws, gameDays } from './tables.ts';
import { insertTickets, insertWins, type NewTicket, type NewWin } from './ticket-store.ts';

export interface HistoryDeps {
  database: Database;
  catalogue: readonly GameDefinition[];
  vault: SeedVault;
  timeZone: string;
}

/** A ticket line that an account bought in a generated past draw. */
export interface PastLine extends HeldTicket {
  playerNo: null;
  stakeMinor: number;
}

/**
 * A player with an account who takes part in the generated past draws. The Merkle roots, wins and sums of these draws
 * include the player's tickets.
 */
export interface PastPlayer {
  /** Called before the first draw is created. Returns false if the player cannot be created. */
  begin(tx: Transaction): Promise<boolean>;
  /** Returns the lines that the player bought in a draw. Called before the draw is generated. */
  linesIn(drawId: string): readonly PastLine[];
  /**
   * Stores the player's lines and moves the money. Called after the last draw, in the transaction that stores the
   * draws.
   */
  settle(tx: Transaction): Promise<void>;
}

type GameDay = typeof gameDays.$inferInsert;

/**
 * Rows that are inserted together. A chunk is large enough for an efficient statement, and small enough not to block
 * the event loop.
 */
interface Chunk {
  draws: NewDraw[];
  tickets: NewTicket[];
  wins: NewWin[];
}

const chunkTickets = 3000;
const dayMs = 86_400_000;

/** Column names by property name. Rows are inserted as JSON objects whose keys must be column names. */
const drawColumns = new Map(Object.entries(getTableColumns(draws)).map(([key, { name }]) => [key, name]));
const requiredDefaults = {
  populationTarget: 0,
  populationSold: 0,
  ticketsTotal: 0,
  salesMinor: 0,
  potMinor: 0,
  carryMinor: 0,
  winnersTotal: 0,
  paidMinor: 0,
  rollsOver: false,
  chunks: 0,
  chunksPosted: 0,
  prizesPosted: 0,
};

async function insertDraws(tx: Transaction, rows: readonly NewDraw[]): Promise<void> {
  const records = rows.map((row) =>
    Object.fromEntries(
      Object.entries({ ...requiredDefaults, ...row }).map(([key, value]) => [
        drawColumns.get(key) ?? key,
        value,
      ]),
    ),
  );
  await tx.execute(
    sql`insert into ${draws} select * from jsonb_populate_recordset(null::${draws}, ${JSON.stringify(records)}::jsonb)`,
  );
}

async function store(tx: Transaction, chunk: Chunk): Promise<void> {
  await insertDraws(tx, chunk.draws);
  await insertTickets(tx, chunk.tickets);
  await insertWins(tx, chunk.wins);
}

type Numbered = Pick<HeldTicket, 'receiptNumber'>;
function byNumber(one: Numbered, other: Numbered): number {
  return one.receiptNumber < other.receiptNumber ? -1 : 1;
}

/**
 * Generates one past draw. The draw time is in the past, but commitment, close and publication have the time
 * `createdAt`.
 */
function heldInThePast(
  {
    game,
    vault,
    createdAt,
    player,
  }: { game: GameDefinition; vault: SeedVault; createdAt: Date; player: PastPlayer | null },
  slot: Slot,
  potMinor: number,
): { row: NewDraw; seeded: NewTicket[]; tickets: HeldTicket[]; held: HeldDraw } {
  const { draw, seedHex } = newDraw(game, slot, createdAt, vault, true);
  const { drawId, drawNumber, drawAt, method, populationTarget = 0 } = draw;
  const own = player?.linesIn(drawId) ?? [];
  const taken = new Set(own.map(({ line }) => encodeLine(game.kind, line)));
  const seeded = seededTickets(game, drawId, 0, populationTarget, createdAt, taken).sort(byNumber);
  const tickets = [...seeded.map((ticket) => ({ ...ticket, lineNo: 1 })), ...own].sort((a, b) =>
    a.receiptNumber === b.receiptNumber ? a.lineNo - b.lineNo : byNumber(a, b),
  );
  const ticketsRoot = merkleRoot(leavesOf(game, method, tickets));
  const salesMinor = tickets.reduce((sum, ticket) => sum + ticket.stakeMinor, 0);
  const held = holdDraw(
    game,
    { method, drawId, drawNumber, drawAt, seedHex, ticketsRoot, potMinor, salesMinor },
    tickets,
  );
  const { drawn, prizes, carryMinor, winnersTotal, paidMinor, rollsOver } = held;
  const row: NewDraw = {
    ...draw,
    status: 'published',
    populationSold: seeded.length,
    closedAt: createdAt,
    ticketsRoot,
    ticketsTotal: tickets.length,
    salesMinor,
    publishedAt: createdAt,
    seed: seedHex,
    drawn,
    prizes,
    potMinor,
    carryMinor,
    winnersTotal,
    paidMinor,
    rollsOver,
    topWin: held.topWins[0] ?? null,
  };
  return { row, seeded, tickets, held };
}

function addToDay(days: Map<string, GameDay>, gameId: string, day: string, held: HeldDraw): void {
  const key = `${gameId} ${day}`;
  const sums = days.get(key) ?? {
    gameId,
    day,
    drawsHeld: 0,
    drawsCommitted: 0,
    winningTickets: 0,
    paidMinor: 0,
    topWins: [],
  };
  sums.drawsHeld += 1;
  sums.winningTickets += held.winnersTotal;
  sums.paidMinor += held.paidMinor;
  sums.topWins = [...sums.topWins, ...held.topWins].sort(largestFirst).slice(0, topWinsKept);
  days.set(key, sums);
}

async function hasDraws(on: Queryable): Promise<boolean> {
  return (await on.select({ drawId: draws.drawId }).from(draws).limit(1)).length > 0;
}

/**
 * Generates the draws of the last days for every game, with tickets and wins of seeded (simulated) players. The
 * function uses the same code as live draws, and each pot is carried over from the previous draw. The function creates
 * nothing if the database already has draws. If several processes start at once, one process generates the draws and
 * the others wait.
 * @param now the end of the period of draw times. It is also stored as committedAt, closedAt and publishedAt
 * @param pastPlayer an account that takes part in these draws
 * @returns how many draws were created; 0 if the database had draws
 */
export async function createHistory(
  deps: HistoryDeps,
  now: Date,
  days: number,
  pastPlayer: PastPlayer | null = null,
): Promise<number> {
  const { catalogue, vault, timeZone } = deps;
  if (await hasDraws(deps.database.db)) return 0;
  const client = await deps.database.connect();
  let created = 0;
  try {
    await client.query('select pg_advisory_lock($1)', [locks.history]);
    const db = drizzle({ client });
    await db.transaction(async (tx) => {
      if (await hasDraws(tx)) return;
      const player = (await pastPlayer?.begin(tx)) ? pastPlayer : null;
      // One transaction stores all draws, so that a crash cannot leave only some of them.
      const from = new Date(now.getTime() - days * dayMs);
      const sums = new Map<string, GameDay>();
      // The next chunk is computed while the database stores the previous one.
      let storing: Promise<void> = Promise.resolve();
      const flush = async (chunk: Chunk): Promise<void> => {
        await storing;
        storing = store(tx, chunk);
        // If storing fails, the next `await storing` throws the error. This handler prevents Node from reporting an
        // unhandled rejection before that.
        storing.catch(() => undefined);
        await yieldToEvents();
      };
      for (const game of catalogue) {
        let chunk: Chunk = { draws: [], tickets: [], wins: [] };
        let potMinor = game.jackpot?.startMinor ?? 0;
        for (const slot of slotsBetween(game.schedule, from, now, timeZone)) {
          const { row, seeded, tickets, held } = heldInThePast(
            { game, vault, createdAt: now, player },
            slot,
            potMinor,
          );
          potMinor = held.carryMinor;
          chunk.draws.push(row);
          chunk.tickets.push(...seeded);
          for (const { ticketIndex, prizeNo, amountMinor } of held.wins) {
            const { receiptNumber = '', lineNo = 1 } = tickets[ticketIndex] ?? {};
            chunk.wins.push({ drawId: row.drawId, receiptNumber, lineNo, prizeNo, amountMinor });
          }
          addToDay(sums, game.gameId, isoDayIn(timeZone, slot.at), held);
          created += 1;
          if (chunk.tickets.length >= chunkTickets) {
            await flush(chunk);
            chunk = { draws: [], tickets: [], wins: [] };
          }
        }
        if (chunk.draws.length > 0) await flush(chunk);
      }
      await storing;
      if (sums.size > 0) await tx.insert(gameDays).values([...sums.values()]);
      for (const game of catalogue) await countAllDraws(tx, game);
      await player?.settle(tx);
    });
    // Update the planner's statistics now, because the queries of the first pages need them and autovacuum runs later.
    if (created > 0) await client.query('analyze');
  } finally {
    await client.end();
  }
  return created;
}
