import type { z } from 'zod';
import {
  GameListRequest,
  GameListResponse,
  ResultRequest,
  ResultResponse,
  UpcomingDrawRequest,
  UpcomingDrawResponse,
  VerifyRequest,
  VerifyResponse,
  WinnersRequest,
  WinnersResponse,
} from './draws.ts';

/** One call of the platform: its path is its name, POST /api/v1/{name}. */
export interface Call {
  /** Who may make it. */
  who: 'anyone' | 'visitor' | 'player';
  /** A read is the same for everyone: the site answers it from its data cache and never proxies it. */
  read: boolean;
  request: z.ZodType;
  response: z.ZodType;
}

const read = <Q extends z.ZodType, A extends z.ZodType>(request: Q, response: A) =>
  ({ who: 'anyone', read: true, request, response }) as const;

/** Every call there is, by path. */
export const calls = {
  result: read(ResultRequest, ResultResponse),
  upcomingDraw: read(UpcomingDrawRequest, UpcomingDrawResponse),
  gameList: read(GameListRequest, GameListResponse),
  winners: read(WinnersRequest, WinnersResponse),
  'draws/verify': read(VerifyRequest, VerifyResponse),
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
export type CallRequest<N extends CallName> = z.input<(typeof calls)[N]['request']>;
export type CallResponse<N extends CallName> = z.output<(typeof calls)[N]['response']>;
