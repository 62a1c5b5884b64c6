import cluster, { type Worker } from 'node:cluster';
import { exitConfig } from '../config/env.ts';
import type { Log } from '../log.ts';
import { ToPrimary, type ToWorker } from './messages.ts';
import type { SharedPort } from './shared-port.ts';

export interface WorkerPoolOptions {
  count: number;
  port: Pick<SharedPort, 'add' | 'leave' | 'close'>;
  log: Log;
  /** Called for each message of a worker, except replies to a message that `ask` has sent. */
  onMessage: (message: ToPrimary, tellOthers: (message: ToWorker) => void) => void;
  /** Called if a worker exited for a reason that would also end its replacement. */
  onHopeless: (code: number) => void;
  /** The pool waits this long for a worker's answer. A worker that takes longer is busy or has exited. */
  answerLimitMs?: number | undefined;
}

export interface Answers {
  /** Ids of the workers to which the question was sent. */
  asked: ReadonlySet<number>;
  /** Replies by worker id. Workers that did not reply in time are missing. */
  answers: ReadonlyMap<number, ToPrimary>;
}

/**
 * A worker that has run for this long counts as healthy. If it exits afterwards, its replacement starts after the
 * shortest delay.
 */
const healthyMs = 30_000;
const firstRestartMs = 250;
const slowestRestartMs = 15_000;

interface Running {
  worker: Worker;
  ready: boolean;
  startedAt: number;
}

interface Question {
  awaited: Set<number>;
  answers: Map<number, ToPrimary>;
  done: () => void;
}

function say(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

/** Returns the id of the question that a message answers, or null for other messages. */
function questionOf(message: ToPrimary): string | null {
  if (message.say === 'purged') return message.id;
  return message.say === 'figures' ? `figures ${message.id}` : null;
}

/** Stores the questions to which at least one worker has not replied yet, by question id. */
function createQuestions(answerLimitMs: number) {
  const questions = new Map<string, Question>();

  function settle(workerId: number, id: string, answer: ToPrimary | null): void {
    const question = questions.get(id);
    if (!question?.awaited.delete(workerId)) return;
    if (answer) question.answers.set(workerId, answer);
    if (question.awaited.size === 0) question.done();
  }

  return {
    settle,

    /** Stops waiting for a worker that has exited. */
    leave(workerId: number): void {
      for (const id of Array.from(questions.keys())) settle(workerId, id, null);
    },

    /**
     * Waits for the replies to a question. The promise resolves when the last reply has arrived, or when the time limit
     * ends.
     */
    ask(id: string, workers: Iterable<number>): Promise<Answers> {
      return new Promise((resolve) => {
        const asked = new Set(workers);
        const answers = new Map<number, ToPrimary>();
        const done = (): void => {
          clearTimeout(timer);
          questions.delete(id);
          resolve({ asked, answers });
        };
        const timer = setTimeout(done, answerLimitMs);
        questions.set(id, { awaited: new Set(asked), answers, done });
        if (asked.size === 0) done();
      });
    },
  };
}

/** Starts a replacement for each worker that has exited. The delay grows while workers exit soon after their start. */
function createRestarts(startOne: () => void) {
  const timers = new Set<NodeJS.Timeout>();
  let restarts = 0;
  let quickEnds = 0;

  return {
    count: () => restarts,

    /**
     * Schedules the start of a replacement.
     * @param ranMs how long the exited worker had run
     * @returns the delay until the replacement starts, in ms
     */
    schedule(ranMs: number): number {
      restarts++;
      quickEnds = ranMs > healthyMs ? 0 : quickEnds + 1;
      const waitMs = Math.min(slowestRestartMs, firstRestartMs * 2 ** quickEnds);
      const timer = setTimeout(() => {
        timers.delete(timer);
        startOne();
      }, waitMs);
      timers.add(timer);
      return waitMs;
    },

    cancel(): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/**
 * Creates the processes that share the site's port: starts them, queries them, and restarts them with growing delays.
 */
export function createWorkerPool(options: WorkerPoolOptions) {
  const { count, port, log, onMessage, onHopeless, answerLimitMs = 1000 } = options;
  const running = new Map<number, Running>();
  const questions = createQuestions(answerLimitMs);
  const restarts = createRestarts(() => startOne());
  const noneLeft = Promise.withResolvers<void>();
  let stopping = false;
  let everReady = false;

  /**
   * Confirms to a worker that it has received its last connection. Node delivers messages and connections in order, so
   * no connection can arrive after this message.
   */
  const close = (worker: Worker): void => {
    // Close the port before the last worker leaves. Otherwise, the primary would accept connections that no worker can
    // handle.
    if (stopping) port.close();
    port.leave(worker);
    say(worker, { say: 'closed' });
  };

  const onWorkerMessage = (worker: Worker, message: unknown): void => {
    const { success, data } = ToPrimary.safeParse(message);
    const state = running.get(worker.id);
    if (!success || !state) return;
    const question = questionOf(data);
    if (question !== null) return questions.settle(worker.id, question, data);
    if (data.say === 'open') port.add(worker);
    else if (data.say === 'closing') close(worker);
    else if (data.say === 'ready') {
      state.ready = true;
      everReady = true;
    }
    onMessage(data, (note) => {
      for (const [id, other] of running) if (id !== worker.id) say(other.worker, note);
    });
  };

  const onExit = (worker: Worker, code: number | null, signal: string | null): void => {
    const startedAt = running.get(worker.id)?.startedAt ?? 0;
    running.delete(worker.id);
    questions.leave(worker.id);
    if (stopping) {
      if (running.size === 0) noneLeft.resolve();
      return;
    }
    // A replacement would also fail, because the configuration is wrong or the port is occupied. The worker has already
    // printed the reason.
    if (code === exitConfig || (code === 1 && !everReady)) return onHopeless(code);
    const waitMs = restarts.schedule(performance.now() - startedAt);
    log.error({ worker: worker.id, code, signal, waitMs }, 'worker exited, starting another');
  };

  const startOne = (): void => {
    const worker = cluster.fork();
    running.set(worker.id, { worker, ready: false, startedAt: performance.now() });
    worker.on('message', (message: unknown) => onWorkerMessage(worker, message));
    worker.on('error', (error) => log.error({ err: error, worker: worker.id }, 'worker cannot be reached'));
    worker.once('exit', (code, signal) => onExit(worker, code, signal));
  };

  const readyOnes = () => [...running.values()].filter(({ ready }) => ready).length;

  return {
    start(): void {
      for (let started = 0; started < count; started++) startOne();
    },
    isReady: () => !stopping && running.size === count && readyOnes() === count,
    counts: () => ({ running: running.size, ready: readyOnes() }),
    restarts: restarts.count,

    /**
     * Sends a question to every worker. The promise resolves when the last answer has arrived, or when the time limit
     * ends. The pool does not wait for a worker that exits.
     */
    ask(message: Extract<ToWorker, { say: 'purge' | 'figures' }>): Promise<Answers> {
      const id = message.say === 'purge' ? message.note.id : `figures ${message.id}`;
      const answers = questions.ask(id, running.keys());
      for (const { worker } of running.values()) say(worker, message);
      return answers;
    },

    /**
     * Stops all workers after each of them has finished its requests.
     * @param limitMs workers that still run after this time are killed
     */
    async stop(limitMs: number): Promise<void> {
      stopping = true;
      restarts.cancel();
      if (running.size === 0) return;
      for (const { worker } of running.values()) say(worker, { say: 'stop' });
      const killer = setTimeout(() => {
        for (const { worker } of running.values()) worker.process.kill('SIGKILL');
      }, limitMs);
      await noneLeft.promise;
      clearTimeout(killer);
    },
  };
}
