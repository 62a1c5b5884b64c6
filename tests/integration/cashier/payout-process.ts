/**
 * A program that runs one step of a payout in the same way as the platform. The environment variable DO names the step.
 * The program kills itself with SIGKILL at the moment that KILL_AT names. The payment provider is another process, at
 * PROVIDER_URL.
 */
import { z } from 'zod';
import { createPayoutWorker } from '../../../platform/cashier/payout-worker.ts';
import type { PaymentProvider, PayoutResult } from '../../../platform/cashier/provider.ts';
import { settlePayoutEvent } from '../../../platform/cashier/settle-payout.ts';
import { decideWithdrawal } from '../../../platform/cashier/withdrawals.ts';
import { createDatabase } from '../../../platform/db/database.ts';
import { createLedger } from '../../../platform/wallet/ledger.ts';

const PayoutAnswer = z.object({ status: z.enum(['sent', 'paid']) });
const env = (name: string): string => process.env[name] ?? '';
const killAt = env('KILL_AT');
const database = createDatabase(
  () => ({ connectionString: env('DATABASE_URL') }),
  () => undefined,
);
const { db } = database;
const clock = { now: () => new Date(env('NOW')) };
const ledger = createLedger({ db, clock });
const logger = { warn: () => undefined, error: () => undefined };

function reach(step: string): void {
  if (step === killAt) process.kill(process.pid, 'SIGKILL');
}

const onMoney = async () => reach('inside the transaction');

async function payOut({ payoutId }: { payoutId: string }): Promise<PayoutResult> {
  reach('before the call');
  const answer = await fetch(`${env('PROVIDER_URL')}/${payoutId}`, { method: 'POST' });
  const { status: kind } = PayoutAnswer.parse(await answer.json());
  reach('after the call');
  return { kind };
}

const unused = () => {
  throw new Error('this process only pays out');
};
const provider: PaymentProvider = {
  id: 'sandbox',
  name: 'Provider',
  isSandbox: true,
  begin: unused,
  destinationFields: () => [],
  storeDestination: unused,
  payOut,
  readWebhook: unused,
};

const withdrawalId = env('WITHDRAWAL');
const deps = { db, ledger, clock, logger, providers: [provider], onMoney };
if (env('DO') === 'approve')
  await db.transaction((tx) =>
    decideWithdrawal(deps, { withdrawalId, decision: 'approved', by: 'asha', reason: null }, tx),
  );
else if (env('DO') === 'webhook')
  await settlePayoutEvent(deps, 'sandbox', {
    kind: 'payout',
    payoutId: withdrawalId,
    outcome: 'paid',
    reason: null,
    amountMinor: Number(env('AMOUNT')),
    currencyCode: 'INR',
  });
else await createPayoutWorker(deps).sendDue();
reach('after the transaction');
await database.close();
