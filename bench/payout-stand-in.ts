import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';
import type { PaymentProvider, PayoutEvent } from '../platform/cashier/provider.ts';

const signatureHeader = 'x-bench-signature';
const PayoutBody = z.strictObject({
  payoutId: z.uuid(),
  amountMinor: z.int(),
  currencyCode: z.string(),
});

export interface PayoutStandIn {
  /**
   * The platform's adapter for this payment provider. The adapter has the id and the bank accounts of the sandbox
   * provider.
   */
  provider: PaymentProvider;
  /** Stops the server after all webhooks have been accepted. */
  stop(): Promise<void>;
}

/**
 * Starts a payment provider with an HTTP API. It accepts each payout after `delayMs`, and reports it as paid by a signed
 * webhook after another `delayMs`. Like a real provider, it repeats a webhook that was not accepted.
 */
export async function startPayoutStandIn(
  sandbox: PaymentProvider,
  webhookUrl: string,
  delayMs: number,
): Promise<PayoutStandIn> {
  const secret = randomUUID();
  const signatureOf = (body: string | Buffer) => createHmac('sha256', secret).update(body).digest('hex');
  const reports = new Set<Promise<void>>();
  const report = async (payout: z.infer<typeof PayoutBody>): Promise<void> => {
    const body = JSON.stringify(payout);
    const headers = { 'content-type': 'application/json', [signatureHeader]: signatureOf(body) };
    for (let isAccepted = false; !isAccepted; ) {
      await wait(delayMs);
      const answer = await request(webhookUrl, { method: 'POST', headers, body });
      await answer.body.dump();
      isAccepted = answer.statusCode === 200;
    }
  };
  const accept = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const payout = PayoutBody.parse(await json(incoming));
    await wait(delayMs);
    response.end('{"status":"sent"}');
    const reported = report(payout).finally(() => reports.delete(reported));
    reports.add(reported);
  };
  const server = createServer((incoming, response) => {
    accept(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  return {
    provider: {
      ...sandbox,
      async payOut({ payoutId, amountMinor, currencyCode }, signal) {
        const body = JSON.stringify({ payoutId, amountMinor, currencyCode });
        const answer = await request(url, { method: 'POST', body, signal });
        await answer.body.dump();
        if (answer.statusCode !== 200) throw new Error(`the stand-in answered ${answer.statusCode}`);
        return { kind: 'sent' };
      },
      async readWebhook(headers, rawBody): Promise<PayoutEvent | null> {
        if (headers[signatureHeader] !== signatureOf(rawBody)) return null;
        const payout = PayoutBody.parse(JSON.parse(rawBody.toString()));
        return { ...payout, kind: 'payout', outcome: 'paid', reason: null };
      },
    },
    async stop() {
      await Promise.all(reports);
      server.close();
    },
  };
}
