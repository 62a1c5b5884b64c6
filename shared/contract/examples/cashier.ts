import type { cashierCalls } from '../cashier.ts';
import type { ExamplesOf } from './example.ts';

export const cashierExamples: ExamplesOf<typeof cashierCalls> = {
  'cashier/getPaymentProvider': {
    request: {},
    response: {
      providers: [
        {
          providerId: 'sandbox',
          name: 'Sandbox',
          isSandbox: true,
          currencyCode: 'INR',
          minDeposit: 10000,
          maxDeposit: 10000000,
          minWithdrawal: 50000,
          maxWithdrawal: 100000000,
        },
      ],
    },
  },
  'cashier/deposit': {
    request: {
      amount: 50000,
      providerId: 'sandbox',
      idempotencyKey: 'f48a5206c23b694691b8690e',
    },
    response: {
      paymentId: '31bdaac2-afe3-47a0-b34b-a63d9883cfca',
      providerId: 'sandbox',
      paymentUrl: 'https://pay.lotto.example/sandbox/payments/31bdaac2-afe3-47a0-b34b-a63d9883cfca',
      amount: 50000,
      currencyCode: 'INR',
      status: 'created',
    },
  },
  'cashier/withdraw': {
    request: {
      amount: 50000,
      providerId: 'sandbox',
      idempotencyKey: '8f1c2ab97d3e45b0c6a1f2d3',
    },
    response: {
      withdrawalId: '5b0a4f0e-2c57-4c8e-9b58-0b7d1f3f6a55',
      providerId: 'sandbox',
      amount: 50000,
      currencyCode: 'INR',
      state: 'requested',
      reason: null,
      requestedAt: '2026-11-21T12:02:00.000Z',
      decidedAt: null,
    },
  },
};
