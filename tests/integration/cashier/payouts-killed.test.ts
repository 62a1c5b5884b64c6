import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPayoutWorker } from '../../../platform/cashier/payout-worker.ts';
import type { PaymentProvider } from '../../../platform/cashier/provider.ts';
import { settlePayoutEvent } from '../../../platform/cashier/settle-payout.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { type BundledProgram, bundleProgram } from '../../helpers/bundled-program.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { type Program, startProgram } from '../../helpers/program.ts';

const now = new Date('2026-11-21T12:02:00Z');
const amount = 1000_00;
let platform: TestPlatform;
/** The program that runs one step of a payout. */
let bundled: BundledProgram;
let provider: Server;
let providerUrl: string;
/** Ids of the payouts that the provider has paid. A repeated request with the same id does not move money again. */
const paidOut = new Set<string>();
/** The provider's answer to a payout: it was accepted (`sent`), or the money was paid (`paid`). */
let status: 'sent' | 'paid' = 'paid';
beforeEach(() => {
  status = 'paid';
});
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  bundled = await bundleProgram('tests/integration/cashier/payout-process.ts');
  provider = createServer((request, response) => {
    paidOut.add((request.url ?? '').slice(1));
    response.end(JSON.stringify({ status }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const address = provider.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  providerUrl = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  provider?.close();
  await platform?.stop();
  await bundled?.remove();
});

interface Asked {
  player: FundedPlayer;
  id: string;
}

async function requested(): Promise<Asked> {
  platform.clock.set(now);
  const player = await fundedPlayer(platform, {
    funds: { winnings: amount },
    account: { emailVerifiedAt: now, kycState: 'approved' },
  });
  const { withdrawalId } = await dataOf(player, 'cashier/withdraw', { amount, idempotencyKey: randomUUID() });
  return { player, id: withdrawalId };
}

async function approved(): Promise<Asked> {
  const asked = await requested();
  await operatorOf(platform)('withdrawals', 'approve', asked.id);
  return asked;
}

/** Starts one step of a payout in a separate process. The process kills itself at the moment that `killAt` names. */
function start(what: 'approve' | 'send' | 'webhook', { id }: Asked, killAt: string): Program {
  return startProgram([bundled.file], {
    DATABASE_URL: platform.databaseUrl,
    PROVIDER_URL: providerUrl,
    DO: what,
    WITHDRAWAL: id,
    AMOUNT: String(amount),
    KILL_AT: killAt,
    NOW: now.toISOString(),
  });
}

/** Runs one step of a payout in a separate process, and waits until the process has ended. */
async function run(...step: Parameters<typeof start>) {
  const program = start(...step);
  return { ...(await program.ended), output: program.output() };
}

/** Sets the clock to `ms` milliseconds after the start time, and sends all due payouts from this process. */
async function sendAfter(ms: number): Promise<void> {
  const { deps } = platform;
  if (!deps.sandbox) throw new Error('no sandbox');
  const sandbox: PaymentProvider = {
    ...deps.sandbox,
    async payOut({ payoutId }) {
      await ask(providerUrl, `/${payoutId}`, { method: 'POST' });
      return { kind: status };
    },
  };
  platform.clock.set(new Date(now.getTime() + ms));
  await createPayoutWorker({ ...deps, providers: [sandbox] }).sendDue();
}

const killed = expect.objectContaining({ signal: 'SIGKILL', output: '' });

/** Returns the data of the webhook with which the provider reports that the payout was paid. */
const paidEvent = ({ id }: Asked) =>
  ({
    kind: 'payout',
    payoutId: id,
    outcome: 'paid',
    reason: null,
    amountMinor: amount,
    currencyCode: 'INR',
  }) as const;

/** Returns how many SQL statements in the test's database are waiting for a lock. */
async function waitingForLocks(): Promise<number> {
  const waiting = await queryDatabase(
    platform.databaseUrl,
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return waiting.length;
}

async function stateOf({ id }: Asked) {
  const [row] = await queryDatabase(
    platform.databaseUrl,
    'select state from withdrawals where withdrawal_id = $1',
    [id],
  );
  return row?.['state'];
}

async function balances({ player }: Asked) {
  return [await player.holds('winnings'), await player.holds('held')];
}

async function paidTransfers({ id }: Asked) {
  return queryDatabase(platform.databaseUrl, 'select from transfers where key = $1', [
    `withdrawal:${id}:paid`,
  ]);
}

describe('a payout', () => {
  it.each([
    ['before the call', 'sending'],
    ['after the call', 'sending'],
    ['inside the transaction', 'sending'],
    ['after the transaction', 'paid'],
  ])('is paid exactly once, even if the process is killed %s', async (moment, state) => {
    const asked = await approved();
    expect(await run('send', asked, moment)).toEqual(killed);
    expect(await stateOf(asked)).toBe(state);
    // Another process takes the payout only after the 60 s lease of the killed process has ended.
    await sendAfter(59_000);
    expect(await stateOf(asked)).toBe(state);
    await sendAfter(61_000);
    expect(await stateOf(asked)).toBe('paid');
    expect(paidOut.has(asked.id)).toBe(true);
    expect(await balances(asked)).toEqual([0, 0]);
    expect(await paidTransfers(asked)).toHaveLength(1);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });

  it.each([
    ['inside the transaction', 'sending'],
    ['after the transaction', 'sent'],
  ])(
    'is settled exactly once by the webhook if the process that stores the provider’s acceptance is killed %s',
    async (moment, state) => {
      const asked = await approved();
      status = 'sent';
      expect(await run('send', asked, moment)).toEqual(killed);
      expect([await stateOf(asked), await balances(asked)]).toEqual([state, [0, amount]]);
      for (const _ of [1, 2]) await settlePayoutEvent(platform.deps, 'sandbox', paidEvent(asked));
      expect([await stateOf(asked), await balances(asked)]).toEqual(['paid', [0, 0]]);
      // After the webhook, no worker calls the provider for this payout again.
      paidOut.delete(asked.id);
      await sendAfter(7 * 3_600_000);
      expect(paidOut.has(asked.id)).toBe(false);
      expect(await paidTransfers(asked)).toHaveLength(1);
      expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
    },
  );

  it('is paid exactly once if the process is killed after the provider’s acceptance and no webhook arrives', async () => {
    const asked = await approved();
    status = 'sent';
    expect(await run('send', asked, 'after the transaction')).toEqual(killed);
    status = 'paid';
    await sendAfter(61_000);
    expect([await stateOf(asked), await balances(asked)]).toEqual(['sent', [0, amount]]);
    await sendAfter(6 * 3_600_000);
    expect([await stateOf(asked), await balances(asked)]).toEqual(['paid', [0, 0]]);
    expect(await paidTransfers(asked)).toHaveLength(1);
  });

  it('stays queued for another process if the process that is claiming the payout is killed', async () => {
    const asked = await approved();
    const { db } = platform.deps;
    await db.transaction(async (tx) => {
      // Lock the withdrawal. The process then changes the queued payout in its transaction, and waits for this lock.
      await tx.execute(sql`select from withdrawals where withdrawal_id = ${asked.id} for update`);
      const program = start('send', asked, 'never');
      await expect.poll(waitingForLocks, { timeout: 15_000 }).toBe(1);
      expect(await program.signal('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    });
    await expect.poll(waitingForLocks).toBe(0);
    const [row] = await queryDatabase(
      platform.databaseUrl,
      'select attempts, first_sent_at from payouts where withdrawal_id = $1',
      [asked.id],
    );
    expect([row, await stateOf(asked)]).toEqual([{ attempts: 0, first_sent_at: null }, 'approved']);
    expect(paidOut.has(asked.id)).toBe(false);
    await expect
      .poll(async () => {
        await sendAfter(0);
        return stateOf(asked);
      })
      .toBe('paid');
    expect(await balances(asked)).toEqual([0, 0]);
    expect(await paidTransfers(asked)).toHaveLength(1);
  });

  it('is settled exactly once if the process is killed during the webhook and the webhook is sent again', async () => {
    const asked = await approved();
    expect(await run('send', asked, 'after the call')).toEqual(killed);
    for (const moment of ['inside the transaction', 'after the transaction']) {
      expect(await run('webhook', asked, moment)).toEqual(killed);
      expect(await stateOf(asked)).toBe(moment === 'after the transaction' ? 'paid' : 'sending');
    }
    await settlePayoutEvent(platform.deps, 'sandbox', paidEvent(asked));
    expect(await balances(asked)).toEqual([0, 0]);
    expect(await paidTransfers(asked)).toHaveLength(1);
  });

  it('is stored together with the approval, or not at all, if the process is killed during the approval', async () => {
    const asked = await requested();
    const rows = () =>
      queryDatabase(platform.databaseUrl, 'select from payouts where withdrawal_id = $1', [asked.id]);
    expect(await run('approve', asked, 'inside the transaction')).toEqual(killed);
    expect([await stateOf(asked), await rows()]).toEqual(['requested', []]);
    expect(await run('approve', asked, 'after the transaction')).toEqual(killed);
    expect(await stateOf(asked)).toBe('approved');
    expect(await rows()).toHaveLength(1);
    expect(await balances(asked)).toEqual([0, amount]);
  });
});
