import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FundedPlayer } from './funded-player.ts';
import { authHeaders, testKeys } from './platform.ts';

export interface Attempt {
  startedMs: number;
  answeredMs: number;
  /** Code of the answer, or null if there was no answer. */
  code: string | null;
}

const pairs = 4;
/**
 * Number of tickets that one buyer buys for each player. Two buyers buy for each player, and a player may buy at most
 * 200 lines of a draw.
 */
const ticketsEach = 90;
export const ticketMinor = 50_00;
/** Delay before a buyer retries an attempt that got no answer. */
const againMs = 50;
/**
 * Amount of each player's initial deposit and also of the initial winnings. Together, both pay for the tickets that two
 * buyers buy for the player.
 */
const halfMinor = ticketsEach * ticketMinor;
export const halfFunds = { deposit: halfMinor, winnings: halfMinor };

export type Buyers = ReturnType<typeof startBuyers>;

/**
 * Starts buyers that buy tickets for the players continuously. If an attempt gets no answer, the buyer retries it with
 * the same idempotency key.
 */
export function startBuyers(options: { port: string; drawId: string; players: readonly FundedPlayer[] }) {
  const { port, drawId, players } = options;
  /** Receipt numbers that players received, by idempotency key. */
  const acknowledged = new Map<string, string>();
  const attempts: Attempt[] = [];
  let unanswered = 0;
  let isClosed = false;
  const over = new AbortController();
  /** @returns the receipt number, or null if there is no answer */
  const attempt = async (token: string, idempotencyKey: string): Promise<string | null> => {
    const startedMs = performance.now();
    const data = { gameId: 'jackpot', drawId, lines: [[4, 8, 15, 16, 23, 42]], idempotencyKey };
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/tickets/buy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authHeaders, authorization: `Bearer ${token}` },
      body: JSON.stringify({
        ucid: testKeys.ucid,
        channel: 2,
        device_type: 'DESKTOP',
        app_type: 'WEB',
        data,
      }),
    }).catch(() => null);
    const body = await response?.json().catch(() => null);
    attempts.push({ startedMs, answeredMs: performance.now(), code: body?.firstCode ?? null });
    if (body && !body.success && body.firstCode !== '15500')
      throw new Error(`refused with ${body.firstCode}`);
    return body?.data?.receiptNumber ?? null;
  };
  /** Buys one ticket after another until `stop` or `giveUp` is called. */
  const buyer = async (own: readonly FundedPlayer[]): Promise<void> => {
    for (let bought = 0; !over.signal.aborted; bought++) {
      const { token } = own[Math.floor(bought / ticketsEach)] ?? { token: null };
      if (token === null) throw new Error('more was bought than there are players for');
      const key = randomUUID();
      let receipt = await attempt(token, key);
      while (receipt === null) {
        if (isClosed) return;
        unanswered++;
        await wait(againMs);
        receipt = await attempt(token, key);
      }
      acknowledged.set(key, receipt);
    }
  };
  const buying = Promise.all(
    Array.from({ length: 2 * pairs }, (_, index) =>
      buyer(players.filter((_player, at) => at % pairs === index % pairs)),
    ),
  );
  // This handler prevents an unhandled rejection. `ended` and `stop` report the error.
  buying.catch(() => undefined);

  return {
    attempts,
    acknowledged,
    unanswered: () => unanswered,
    /** Total money of all players at the start. */
    fundsMinor: 2 * players.length * halfMinor,
    /** Rejects as soon as the platform rejects a purchase. */
    ended: buying,
    /** Stops after each buyer has finished the current purchase. */
    async stop() {
      over.abort();
      await buying;
    },
    /** Stops without waiting for the answers to unfinished purchases. */
    giveUp() {
      over.abort();
      isClosed = true;
    },
  };
}
