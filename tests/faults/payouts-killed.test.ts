import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayoutWorker } from '../../platform/cashier/payout-worker.ts';
import type { PaymentProvider } from '../../platform/cashier/provider.ts';
import { settlePayoutEvent } from '../../platform/cashier/settle-payout.ts';
import { checkLedger } from '../../platform/wallet/check.ts';
import { queryDatabase } from '../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../helpers/funded-player.ts';
import { ask } from '../helpers/http.ts';
import { operatorOf } from '../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { gamesOf } from '../helpers/platform-games.ts';
import { dataOf } from '../helpers/player-actions.ts';
import { startProgram } from '../helpers/program.ts';

const now = new Date('2026-11-21T12:02:00Z');
const amount = 1000_00;
let platform: TestPlatform;
let provider: Server;
let providerUrl: string;
/** Payouts that the provider has carried out. A repeated request with the same id moves no money again. */
const paidOut = new Set<string>();
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  provider = createServer((request, response) => {
    paidOut.add((request.url ?? '').slice(1));
    response.end('{"status":"paid"}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const address = provider.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  providerUrl = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  provider?.close();
  await platform?.stop();
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

/** Runs one step of the work in a process of its own. The process kills itself at the named moment. */
async function run(what: 'approve' | 'send' | 'webhook', { id }: Asked, killAt: string) {
  const program = startProgram(['--import', 'tsx', 'tests/faults/payout-process.ts'], {
    DATABASE_URL: platform.databaseUrl,
    PROVIDER_URL: providerUrl,
    DO: what,
    WITHDRAWAL: id,
    AMOUNT: String(amount),
    KILL_AT: killAt,
    NOW: now.toISOString(),
  });
  return { ...(await program.ended), output: program.output() };
}

/** Works on the outbox in this process. */
async function sendAfter(ms: number): Promise<void> {
  const { deps } = platform;
  if (!deps.sandbox) throw new Error('no sandbox');
  const sandbox: PaymentProvider = {
    ...deps.sandbox,
    async payOut({ payoutId }) {
      await ask(providerUrl, `/${payoutId}`, { method: 'POST' });
      return { kind: 'paid' };
    },
  };
  platform.clock.set(new Date(now.getTime() + ms));
  await createPayoutWorker({ ...deps, providers: [sandbox] }).sendDue();
}

const killed = expect.objectContaining({ signal: 'SIGKILL', output: '' });

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

describe('a payout whose process is killed', () => {
  it.each([
    ['before the call', 'sending'],
    ['after the call', 'sending'],
    ['inside the transaction', 'sending'],
    ['after the transaction', 'paid'],
  ])('%s is paid once after the restart', async (moment, state) => {
    const asked = await approved();
    expect(await run('send', asked, moment)).toEqual(killed);
    expect(await stateOf(asked)).toBe(state);
    // Another process takes the payout when the lease of the killed process has ended.
    await sendAfter(59_000);
    expect(await stateOf(asked)).toBe(state);
    await sendAfter(61_000);
    expect(await stateOf(asked)).toBe('paid');
    expect(paidOut.has(asked.id)).toBe(true);
    expect(await balances(asked)).toEqual([0, 0]);
    expect(await paidTransfers(asked)).toHaveLength(1);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });

  it('while it handles a webhook is paid once when the webhook is repeated', async () => {
    const asked = await approved();
    expect(await run('send', asked, 'after the call')).toEqual(killed);
    for (const moment of ['inside the transaction', 'after the transaction']) {
      expect(await run('webhook', asked, moment)).toEqual(killed);
      expect(await stateOf(asked)).toBe(moment === 'after the transaction' ? 'paid' : 'sending');
    }
    const event = { kind: 'payout', payoutId: asked.id, outcome: 'paid', reason: null } as const;
    await settlePayoutEvent(platform.deps, 'sandbox', { ...event, amountMinor: amount, currencyCode: 'INR' });
    expect(await balances(asked)).toEqual([0, 0]);
    expect(await paidTransfers(asked)).toHaveLength(1);
  });

  it('while it is approved is either approved with its payout, or still requested', async () => {
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
