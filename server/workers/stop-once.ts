import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
 * Stops a program and then exits. A cause can be a signal, an uncaught error, the closed IPC channel of a killed
 * supervisor, or a call of the returned function. Only the first cause counts, because a program can be signalled
 * twice: systemd, for example, signals the supervisor and the program, and then the supervisor signals the program.
 * @param options.limitMs if `stop` takes longer, the process exits nevertheless. Its status is 0, because only requests
 * that cannot finish in time are left
 */
export function stopOnce(log: Logger, options: { limitMs: number; stop: () => Promise<void> }): () => void {
  const { limitMs, stop } = options;
  let stopping = false;
  const { close } = closeWithGrace(
    // By default, close-with-grace exits at once at a second signal.
    { delay: limitMs, logger: log, skip: [...signals], onTimeout: () => process.exit(0) },
    async ({ err }) => {
      stopping = true;
      if (err) log.error({ err }, 'site stops after a failure');
      await stop();
    },
  );
  const unlessStopping = (): void => {
    if (!stopping) close();
  };
  for (const event of [...signals, 'disconnect']) process.on(event, unlessStopping);
  return unlessStopping;
}
