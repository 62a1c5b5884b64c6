import type { BaseLogger } from 'pino';

/** The methods of a logger that the site's code uses. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>;
