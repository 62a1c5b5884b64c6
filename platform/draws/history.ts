import { setImmediate as breathe } from 'node:timers/promises';
import { getTableColumns, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { encodeLine } from '../../shared/domain/draw-kinds.ts';
import { type Slot, slotsBetween } from '../../shared/domain/schedule.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { Database, Transaction } from '../db/database.ts';
import { locks } from '../db/migrate.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { rootOf } from './close-draw.ts';
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

/** A line of a ticket that somebody with an account bought in a draw of the past. */
export interface PastLine extends HeldTicket {
  playerNo: null;
  stakeMinor: number;
}

/** Somebody with an account who has played before the first start: in the draws' roots, wins and sums like all others. */
export interface PastPlayer {
  /** Called before the first draw is made. False: there is no such player after all. */
  begin(tx: Transaction): Promise<boolean>;
  /** What the player bought in a draw, asked before it is held. */
  linesIn(drawId: string): readonly PastLine[];
  /** Called once all draws are there, in their transaction: stores the lines and moves the money. */
  settle(tx: Transaction): Promise<void>;
}

type GameDay = typeof gameDays.$inferInsert;

/** Rows of one statement: large enough for the database, small enough for the event loop. */
interface Chunk {
  draws: NewDraw[];
  tickets: NewTicket[];
  wins: NewWin[];
}

const chunkTickets = 3000;
const dayMs = 86_400_000;

/** Rows travel as one JSON text, in the database's own names. */
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

/** One draw of the past, held just now: every time but that of the draw is the moment of making. */
function heldInThePast(
  {
    game,
    vault,
    madeAt,
    player,
  }: { game: GameDefinition; vault: SeedVault; madeAt: Date; player: PastPlayer | null },
  slot: Slot,
  potMinor: number,
): { row: NewDraw; seeded: NewTicket[]; tickets: HeldTicket[]; held: HeldDraw } {
  const { draw, seedHex } = newDraw(game, slot, madeAt, vault, true);
  const { drawId, drawNumber, drawAt, populationTarget = 0 } = draw;
  const own = player?.linesIn(drawId) ?? [];
  const taken = new Set(own.map(({ line }) => encodeLine(game.kind, line)));
  const seeded = seededTickets(game, drawId, 0, populationTarget, madeAt, taken).sort(byNumber);
  const tickets = [...seeded.map((ticket) => ({ ...ticket, lineNo: 1 })), ...own].sort((a, b) =>
    a.receiptNumber === b.receiptNumber ? a.lineNo - b.lineNo : byNumber(a, b),
  );
  const ticketsRoot = rootOf(game, tickets);
  const salesMinor = tickets.reduce((sum, ticket) => sum + ticket.stakeMinor, 0);
  const held = holdDraw(
    game,
    { drawId, drawNumber, drawAt, seedHex, ticketsRoot, potMinor, salesMinor },
    tickets,
  );
  const { drawn, prizes, carryMinor, winnersTotal, paidMinor, rollsOver } = held;
  const row: NewDraw = {
    ...draw,
    status: 'published',
    populationSold: seeded.length,
    closedAt: madeAt,
    ticketsRoot,
    ticketsTotal: tickets.length,
    salesMinor,
    publishedAt: madeAt,
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
  const sums = days.get(key) ?? { gameId, day, drawsHeld: 0, winningTickets: 0, paidMinor: 0, topWins: [] };
  sums.drawsHeld += 1;
  sums.winningTickets += held.winnersTotal;
  sums.paidMinor += held.paidMinor;
  sums.topWins = [...sums.topWins, ...held.topWins].sort(largestFirst).slice(0, topWinsKept);
  days.set(key, sums);
}

/**
 * Makes the draws of the last days, of every game, with seeded players' tickets, wins and pots that chain, by the
 * same functions that hold tonight's draws. Only into an empty database, all or nothing; of several processes that
 * start at once one makes it and the others wait.
 *
 * @param now end of the history; it is also what committedAt, closedAt and publishedAt say of these draws
 * @param pastPlayer who has played in these draws, too
 * @returns how many draws were made; 0 where there were draws already
 */
export async function makeHistory(
  deps: HistoryDeps,
  now: Date,
  days: number,
  pastPlayer: PastPlayer | null = null,
): Promise<number> {
  const { catalogue, vault, timeZone } = deps;
  const client = await deps.database.connect();
  let made = 0;
  try {
    await client.query('select pg_advisory_lock($1)', [locks.history]);
    const db = drizzle({ client });
    await db.transaction(async (tx) => {
      const known = await tx.select({ drawId: draws.drawId }).from(draws).limit(1);
      if (known.length > 0) return;
      const player = (await pastPlayer?.begin(tx)) ? pastPlayer : null;
      // The whole is one transaction: a crash leaves nothing, so waiting for the disk in between gains nothing.
      const from = new Date(now.getTime() - days * dayMs);
      const sums = new Map<string, GameDay>();
      // While the database stores one chunk the next is being made.
      let storing: Promise<void> = Promise.resolve();
      const flush = async (chunk: Chunk): Promise<void> => {
        await storing;
        storing = store(tx, chunk);
        // A failure is thrown by the next await, not by nobody.
        storing.catch(() => undefined);
        await breathe();
      };
      for (const game of catalogue) {
        let chunk: Chunk = { draws: [], tickets: [], wins: [] };
        let potMinor = game.jackpot?.startMinor ?? 0;
        for (const slot of slotsBetween(game.schedule, from, now, timeZone)) {
          const { row, seeded, tickets, held } = heldInThePast(
            { game, vault, madeAt: now, player },
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
          made += 1;
          if (chunk.tickets.length >= chunkTickets) {
            await flush(chunk);
            chunk = { draws: [], tickets: [], wins: [] };
          }
        }
        if (chunk.draws.length > 0) await flush(chunk);
      }
      await storing;
      if (sums.size > 0) await tx.insert(gameDays).values([...sums.values()]);
      await player?.settle(tx);
    });
    // Fresh statistics now, not when autovacuum comes by: the first pages are planned with them.
    if (made > 0) await client.query('analyze');
  } finally {
    await client.end();
  }
  return made;
}
