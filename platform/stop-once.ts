import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
/** The time limit of a shutdown. It is long enough for a draw in progress and for PostgreSQL's checkpoint. */
const limitMs = 20_000;

/**
 * Stops the program and then exits, when it receives a signal, at an uncaught error, or when its supervisor is killed,
 * which closes the IPC channel. Only the first of these events counts. Otherwise a second signal would end the process
 * before PostgreSQL has stopped. A program can be signalled twice: systemd, for example, signals the supervisor and the
 * program, and then the supervisor signals the program.
 */
export function stopOnce(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const { close } = closeWithGrace(
    // By default, close-with-grace exits at once at a second signal.
    { delay: limitMs, logger, skip: [...signals] },
    async ({ err }) => {
      stopping = true;
      if (err) logger.error({ err }, 'platform stopping after an error');
      await stop();
    },
  );
  for (const event of [...signals, 'disconnect'])
    process.on(event, () => {
      if (!stopping) close();
    });
}
