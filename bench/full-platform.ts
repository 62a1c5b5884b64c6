/**
 * The embedded platform with its own database and without a draw engine. On request, it fills tables. It measures
 * transfers and balances within its process, so that HTTP does not distort the figures. The program reports its port
 * and keys to its parent process, and answers each message with one message. It exits when the parent exits.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { buildApp } from '../platform/app.ts';
import { parseConfig } from '../platform/config/config.ts';
import { loadSecrets } from '../platform/config/secrets.ts';
import { createDeps } from '../platform/deps.ts';
import { bringUp, shutDown } from '../platform/start.ts';
import { stopOnce } from '../platform/stop-once.ts';
import { fillDocuments } from './fill/documents.ts';
import { fillDraws } from './fill/draws.ts';
import { fillEntries } from './fill/entries.ts';
import { deleteWaitingMails, fillReaders } from './fill/readers.ts';
import { fillShop } from './fill/shop.ts';
import { drainPayouts } from './payouts.ts';

export interface FullPlatform {
  port: number;
  apiKey: string;
  hash: string;
  ucid: string;
}

export type Question =
  | { do: 'draws' | 'documents' | 'entries' | 'readers'; count: number }
  | { do: 'shop'; players: number; tickets: number }
  /** Posts transfers between players in `clients` concurrent loops. */
  | { do: 'transfers'; clients: number; seconds: number }
  | { do: 'deleteWaitingMails' }
  /** Pays out withdrawals through a provider that answers in `delayMs` and sends a webhook. */
  | { do: 'payouts'; count: number; delayMs: number }
  /** Reads the balances of the accounts alternately. `times` is the number of reads for each account. */
  | { do: 'balances'; accountIds: string[]; times: number };

/**
 * `latenciesMs` contains the duration of each transfer, and `tookMs` is the duration of the whole measurement. Both are
 * in ms.
 */
export interface Transferred {
  latenciesMs: number[];
  tookMs: number;
}
/** The durations of all reads in ms. Each account has one list, in the order of `accountIds`. */
export type Balances = number[][];

const players = 1000;

const config = await parseConfig(process.env, loadSecrets);
const deps = createDeps(config);
const app = buildApp(deps);
stopOnce(deps.logger, async () => {
  await app.close();
  await shutDown(deps);
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
await bringUp(deps);

const one = (owner: `player:${string}`, other: 'house' | `player:${string}`, amountMinor: number) =>
  deps.ledger.post({
    key: `bench:${randomUUID()}`,
    kind: 'correction',
    currencyCode: 'INR',
    reference: { draw: 'jaldi-1' },
    sides: [
      { owner, bucket: 'deposit', amountMinor },
      other === 'house'
        ? { owner: other, bucket: 'corrections', amountMinor: -amountMinor }
        : { owner: other, bucket: 'deposit', amountMinor: -amountMinor },
    ],
  });

async function transfers(clients: number, seconds: number): Promise<Transferred> {
  const owners = Array.from({ length: players }, (): `player:${string}` => `player:${randomUUID()}`);
  for (const owner of owners) await one(owner, 'house', 1_000_000);
  // Start the sealer, because it also runs in production while transfers are posted.
  deps.sealer.start();
  await wait(1500);
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const client = async (own: number): Promise<void> => {
    for (let at = own; performance.now() < endsAt; at += 7) {
      const [from, to] = [owners[at % players], owners[(at * 31 + 11) % players]];
      if (!from || !to || from === to) continue;
      const askedAt = performance.now();
      // Half of all transfers are between a player and the house, as ticket purchases are.
      const { kind } = await one(from, at % 2 === 0 ? to : 'house', -((at % 90) + 1));
      if (kind !== 'posted') throw new Error('a transfer was rejected');
      latenciesMs.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index * 97)));
  const tookMs = performance.now() - startedAt;
  await deps.sealer.stop();
  return { latenciesMs, tookMs };
}

async function balances(accountIds: string[], times: number): Promise<Balances> {
  const asked: Balances = accountIds.map(() => []);
  for (let time = 0; time < times; time++)
    for (const [index, accountId] of accountIds.entries()) {
      const askedAt = performance.now();
      await deps.ledger.balances(`player:${accountId}`, 'INR');
      asked[index]?.push(performance.now() - askedAt);
    }
  return asked;
}

const answerTo = (question: Question): Promise<object> => {
  switch (question.do) {
    case 'draws':
      return fillDraws(deps, question.count);
    case 'documents':
      return fillDocuments(deps, question.count);
    case 'entries':
      return fillEntries(deps, question.count);
    case 'readers':
      return fillReaders(deps, question.count);
    case 'deleteWaitingMails':
      return deleteWaitingMails(deps);
    case 'shop':
      // Start the sealer, because it also runs in production while players buy tickets.
      deps.sealer.start();
      return fillShop(deps, question.players, question.tickets);
    case 'payouts':
      return drainPayouts(deps, question.count, question.delayMs);
    case 'transfers':
      return transfers(question.clients, question.seconds);
    default:
      return balances(question.accountIds, question.times);
  }
};

process.on('message', (question: Question) => {
  answerTo(question).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
const { apiKeys, hashes, ucid } = config;
const [apiKey = ''] = apiKeys;
const [hash = ''] = hashes;
const said: FullPlatform = { port: Number(new URL(address).port), apiKey, hash, ucid };
process.send?.(said);
