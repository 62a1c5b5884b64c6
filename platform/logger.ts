import { type Logger, pino } from 'pino';

interface ErrorFields {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: ErrorFields;
}

/**
 * Returns the fields of an error for the log. Omits the parameters of SQL statements, because they may be personal
 * data.
 */
export function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const isStatement = 'query' in error && 'params' in error;
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return {
    type: error.name,
    message: isStatement ? 'statement failed' : error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(frames ? { stack: frames.join('\n') } : {}),
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
  };
}

/** Creates a logger that writes JSON lines to standard output. It removes personal data from errors. */
export function createLogger(level: string): Logger {
  return pino({ level, base: { program: 'platform' }, serializers: { err: errorFields } });
}
