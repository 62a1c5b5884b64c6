import type { BaseLogger } from 'pino';

/** The part of a logger that code of the site uses. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>;
