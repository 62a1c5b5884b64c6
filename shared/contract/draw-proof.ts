import { z } from 'zod';
import { declareCall } from './call.ts';
import { ReceiptNumber } from './claims.ts';
import { codes } from './codes.ts';
import { ResultCorrection } from './results.ts';
import { TicketLine } from './tickets.ts';
import { DrawId, DrawNumber, GameId, Instant, Sha256Hex } from './values.ts';

export const VerifyRequest = z.strictObject({ drawId: DrawId });
/** All data that anyone needs to repeat a draw with shared/domain/draw-function.ts. */
export const VerifyResponse = z.object({
  drawId: z.string(),
  gameId: GameId,
  gameName: z.string(),
  gameSlug: z.string(),
  drawNumber: DrawNumber,
  drawStartDate: Instant,
  /** SHA-256 hash of the seed. */
  commitment: Sha256Hex,
  committedAt: Instant,
  /**
   * The time at which sales opened. Null before that time, and for a draw whose sales never opened, for example because
   * the platform was down. If `committedAt` is earlier than `openedAt`, the seed was committed before the first sale.
   */
  openedAt: Instant.nullable().default(null),
  /** Merkle root of the tickets at the close of sales. */
  ticketsRoot: Sha256Hex.nullable(),
  ticketsTotal: z.int().nonnegative(),
  closedAt: Instant.nullable(),
  /** The seed of the draw; null until the draw is published. */
  seed: Sha256Hex.nullable(),
  publishedAt: Instant.nullable(),
  /** Number of winning tickets; 0 until the draw is published. */
  winnersTotal: z.int().nonnegative().default(0),
  /**
   * The number of winning tickets, out of `winnersTotal`, whose prizes are in the wallets. A large draw is published
   * before all its prizes are posted. Null if the platform does not report this number.
   */
  prizesPosted: z.int().nonnegative().nullable().default(null),
  /**
   * `drawFunction` is the name of the draw method (shared/domain/draw-methods.ts). `drawParameters` are the parameters
   * of the game.
   */
  drawFunction: z.string(),
  drawParameters: z.record(z.string(), z.unknown()),
  /** The valid result in draw order; after a correction, the corrected result. */
  drawn: z.array(z.string()),
  /**
   * The result that the platform recomputes for this answer, from the seed, the draw's id and the root of the tickets.
   * Empty before publication.
   */
  drawnBySeed: z.array(z.string()).default([]),
  /** Whether the seed matches its commitment and yields `drawn`; null before publication. */
  verified: z.boolean().nullable(),
  /** The correction of the published result, or the voiding of the draw; null if there was neither. */
  correction: ResultCorrection.nullable().default(null),
});
export type VerifyResponse = z.infer<typeof VerifyResponse>;

export const TicketProofRequest = z.strictObject({ drawId: DrawId, receiptNumber: ReceiptNumber });
/** The proof that the lines of a receipt are leaves of their draw's Merkle tree (docs/draw-function.md). */
export const TicketProofResponse = z.object({
  drawId: z.string().max(64),
  receiptNumber: z.string().max(64),
  /** The draw method, which defines the data of a leaf. */
  drawFunction: z.string().max(64),
  /**
   * Merkle root of the tickets, the same as in `draws/verify`. Null until the platform publishes the root after the
   * close of sales.
   */
  ticketsRoot: Sha256Hex.nullable(),
  /** Number of leaves in the tree. */
  ticketsTotal: z.int().nonnegative(),
  /** The lines of the receipt with their proofs. Empty until the root is published. */
  lines: z
    .array(
      z.object({
        lineNo: z.int().positive(),
        line: TicketLine,
        /** Data of the leaf. The leaf is the SHA-256 hash of a zero byte followed by this text. */
        leafData: z.string().max(400),
        /** Position of the leaf in the tree, counted from 0. */
        leafIndex: z.int().nonnegative(),
        /**
         * Sibling hashes from the leaf to the root. In a tree of a million lines, each leaf has at most 20 siblings.
         */
        siblings: z.array(Sha256Hex).max(40),
      }),
    )
    .max(200),
});
export type TicketProofResponse = z.infer<typeof TicketProofResponse>;

const read = { who: 'anyone', read: true, rate: 'read', codes: [] } as const;

export const drawProofCalls = {
  'draws/verify': declareCall({
    summary: 'Everything needed to repeat a draw: commitment, seed, tickets root, function and parameters.',
    ...read,
    codes: [codes.drawNotFound],
    request: VerifyRequest,
    response: VerifyResponse,
    example: {
      request: { drawId: 'daily-325' },
      response: {
        drawId: 'daily-325',
        gameId: 'daily',
        gameName: 'Golden Daily 5/36',
        gameSlug: 'golden-daily',
        drawNumber: 325,
        drawStartDate: '2026-11-21T13:30:00.000Z',
        commitment: '3d768db36dcd685e89bdb15222e8bd02d37ddad91e1be1fc2a33931a626890d9',
        committedAt: '2026-11-19T13:29:00.000Z',
        openedAt: '2026-11-19T13:30:00.000Z',
        ticketsRoot: '2afb5106c8913fd847ab193f9f0f3be4e8d9898f86562e2dbd8f9f4bc9f5a778',
        ticketsTotal: 499,
        closedAt: '2026-11-21T13:15:00.000Z',
        seed: '2cf0b23ef08147a8d2d313b21ef4a073612b0287954c9971b6e0434356beefac',
        publishedAt: '2026-11-21T13:30:00.000Z',
        winnersTotal: 131,
        prizesPosted: 131,
        drawFunction: 'golden-lotto/2',
        drawParameters: { kind: 'balls', pool: 36, picks: 5, bonus: 0 },
        drawn: ['31', '13', '14', '4', '32'],
        drawnBySeed: ['31', '13'],
        verified: true,
        correction: null,
      },
    },
  }),

  'draws/ticketProof': declareCall({
    summary: 'The proof that a ticket was in its draw: the path from each line to the published root.',
    who: 'anyone',
    read: false,
    rate: 'search',
    codes: [codes.drawNotFound, codes.notFound],
    request: TicketProofRequest,
    response: TicketProofResponse,
    example: {
      request: { drawId: 'jaldi-93866', receiptNumber: 'JALDI-93866-JQ1H6YGZHW' },
      response: {
        drawId: 'jaldi-93866',
        receiptNumber: 'JALDI-93866-JQ1H6YGZHW',
        drawFunction: 'golden-lotto/2',
        ticketsRoot: '2afb5106c8913fd847ab193f9f0f3be4e8d9898f86562e2dbd8f9f4bc9f5a778',
        ticketsTotal: 3,
        lines: [
          {
            lineNo: 1,
            line: { color: 'red' },
            leafData: 'JALDI-93866-JQ1H6YGZHW\n1\ncolor:red',
            leafIndex: 2,
            siblings: ['3d768db36dcd685e89bdb15222e8bd02d37ddad91e1be1fc2a33931a626890d9'],
          },
        ],
      },
    },
  }),
};
