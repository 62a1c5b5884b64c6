import type { DepositBegun } from '../../shared/contract/cashier.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { BuyTicketRequest, Receipt } from '../../shared/contract/tickets.ts';
import type { UpcomingDraw } from '../../shared/contract/upcoming-draws.ts';
import type { DestinationFieldName } from '../../shared/domain/destination-fields.ts';
import type { DrawKind, Line } from '../../shared/domain/draw-kinds.ts';
import { readDrawKind } from '../../shared/domain/draw-parameters.ts';
import { readAnswer, refusalProblems } from '../answers.ts';
import {
  answerData,
  freshKey,
  mainPlayer,
  oncePerRun,
  type Player,
  type Run,
  signUp,
  Untested,
  verifiedPlayer,
} from '../run.ts';
import { problemUnless, type Scenarios } from './scenario.ts';

const provider = async (run: Run, token: string) => {
  const { providers } = await run.need('cashier/getPaymentProvider', {}, token);
  const [first] = providers;
  if (!first) throw new Untested('needs a payment provider, and there is none');
  return first;
};

/** Submits the form on the sandbox's payment page. @throws Untested if the payment page has no such form */
async function pay(run: Run, { paymentUrl }: DepositBegun): Promise<void> {
  const response = await fetch(paymentUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approved' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(run.platform.options.timeoutMs),
  }).catch(() => null);
  await response?.body?.cancel();
  if (response?.status !== 303) throw new Untested('needs money, and the payment page is not the sandbox’s');
}

const stakeMinor = 500_00;
const depositTimeoutMs = 10_000;
const pollMs = 50;

/**
 * Creates a player and deposits money through the sandbox.
 * @throws Untested if the platform's payment provider is not a sandbox
 */
export const fundedPlayer = oncePerRun(async (run): Promise<Player> => {
  const player = await signUp(run);
  const { providerId, isSandbox, minDeposit, maxDeposit } = await provider(run, player.token);
  if (!isSandbox) throw new Untested('needs money, and the payment provider is no sandbox');
  const amount = Math.min(maxDeposit, Math.max(minDeposit, stakeMinor));
  const deposit = { amount, providerId, idempotencyKey: freshKey() };
  await pay(run, await run.need('cashier/deposit', deposit, player.token));
  const until = Date.now() + depositTimeoutMs;
  for (;;) {
    const { depositBalance } = await run.need('wallet', {}, player.token);
    if (depositBalance === amount) return player;
    if (Date.now() > until)
      throw new Untested(`needs money: ${amount} was deposited, and the wallet holds ${depositBalance}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** Returns a valid ticket line for a kind of draw. */
function lineOf(kind: DrawKind): Line {
  if (kind.kind === 'balls') return numbers(kind.picks);
  if (kind.kind === 'keno') return numbers(kind.spots.min);
  if (kind.kind === 'digits') return { digits: '7'.repeat(kind.digits), play: 'straight' };
  if (kind.kind === 'symbols') return Array.from({ length: kind.picks }, () => kind.symbols[0] ?? '');
  if (kind.kind === 'color') return { number: 0 };
  return { series: kind.series[0] ?? '', number: '1'.repeat(kind.numberDigits) };
}

/** Returns a request to buy one line in the open draw whose sales close last. */
async function order(run: Run, currencyCode: string): Promise<BuyTicketRequest> {
  const { gameList } = await run.need('upcomingDraw', { action: 'upcomingDraw' });
  const latestFirst = gameList
    .filter((one) => one.currencyCode === currencyCode && one.ticketPrice <= stakeMinor)
    .toSorted((one, other) => other.salesCloseDate.localeCompare(one.salesCloseDate));
  const lineFor = async ({ drawId }: UpcomingDraw) =>
    readDrawKind((await run.need('draws/verify', { drawId })).drawParameters);
  for (const one of latestFirst) {
    const kind = await lineFor(one);
    // Skip raffles: a raffle ticket is sold only once, so another player may already own it.
    if (kind && kind.kind !== 'raffle')
      return { gameId: one.gameId, drawId: one.drawId, lines: [lineOf(kind)], idempotencyKey: freshKey() };
  }
  throw new Untested(`needs an open draw in ${currencyCode}, and there is none`);
}

/** Buys a ticket. Returns its receipt and its buyer. */
export const boughtTicket = oncePerRun(async (run): Promise<{ player: Player; receipt: Receipt }> => {
  const player = await fundedPlayer(run);
  const asked = await order(run, 'INR');
  return { player, receipt: await run.need('tickets/buy', asked, player.token) };
});

const ticketProblems = async (run: Run, answer: Receipt, asked: BuyTicketRequest, token: string | null) => {
  const again = await run.need('tickets/buy', asked, token);
  const { totalBalance } = await run.need('wallet', {}, token);
  const paid = answer.paidFrom.bonus + answer.paidFrom.deposit + answer.paidFrom.winnings;
  const otherLines = { ...asked, lines: [...asked.lines, ...asked.lines] };
  return [
    ...problemUnless(
      again.receiptNumber === answer.receiptNumber,
      'the same idempotencyKey bought a second ticket',
    ),
    ...problemUnless(
      answer.totalPrice === answer.ticketPrice * answer.lines,
      'totalPrice is not ticketPrice × lines',
    ),
    ...problemUnless(paid === answer.totalPrice, `paidFrom sums to ${paid}, not ${answer.totalPrice}`),
    ...problemUnless(
      totalBalance === answer.totalBalance,
      `the wallet holds ${totalBalance} after the purchase, not ${answer.totalBalance}`,
    ),
    ...refusalProblems(
      await run.ask('tickets/buy', otherLines, token),
      codes.fieldWrong,
      'the same idempotencyKey for other lines',
    ),
  ];
};

/** Begins a deposit for the main player. This deposit is never paid. */
const beginDeposit = oncePerRun(async (run): Promise<DepositBegun> => {
  const { token } = await mainPlayer(run);
  const { providerId, minDeposit } = await provider(run, token);
  return run.need(
    'cashier/deposit',
    { amount: minDeposit, providerId, idempotencyKey: freshKey(), returnPath: '/deposit' },
    token,
  );
});

/** Bank account data that the sandbox provider accepts. */
const sampleAccount = {
  iban: 'NO9386011117947',
  accountNumber: '000123456789',
  bankCode: 'TEST0001234',
} satisfies Record<DestinationFieldName, string>;

export const moneyScenarios: Scenarios = {
  'cashier/getPaymentProvider': {
    request: () => ({}),
    problems: ({ providers }) => [
      ...problemUnless(
        providers.every((one) => one.minDeposit <= one.maxDeposit),
        'minDeposit is above maxDeposit',
      ),
      ...problemUnless(
        providers.every((one) => one.minWithdrawal <= one.maxWithdrawal),
        'minWithdrawal is above maxWithdrawal',
      ),
    ],
  },
  'cashier/deposit': {
    async request(run) {
      const { providerId, minDeposit } = await provider(run, (await mainPlayer(run)).token);
      return { amount: minDeposit, providerId, idempotencyKey: freshKey() };
    },
    async problems(answer, { run, data, token }) {
      const again = await run.need('cashier/deposit', data, token);
      const other = { ...data, amount: data.amount + 1 };
      const { maxDeposit } = await provider(run, (await mainPlayer(run)).token);
      const tooMuch = { ...data, amount: maxDeposit + 1, idempotencyKey: freshKey() };
      return [
        ...problemUnless(answer.amount === data.amount, 'the amount differs from the requested one'),
        ...problemUnless(
          again.paymentId === answer.paymentId,
          'the same idempotencyKey made a second payment',
        ),
        ...refusalProblems(
          await run.ask('cashier/deposit', other, token),
          codes.fieldWrong,
          'the same idempotencyKey for another amount',
        ),
        ...refusalProblems(
          await run.ask('cashier/deposit', tooMuch, token),
          codes.limitExceeded,
          'more than maxDeposit',
        ),
      ];
    },
  },
  'cashier/getPayment': {
    async request(run) {
      return { paymentId: (await beginDeposit(run)).paymentId };
    },
    async problems(answer, { run, data }) {
      const begun = await beginDeposit(run);
      const { token: other } = await signUp(run);
      return [
        ...problemUnless(
          answer.paymentId === begun.paymentId && answer.amount === begun.amount,
          'the payment differs from the one that was begun',
        ),
        ...refusalProblems(
          await run.ask('cashier/getPayment', data, other),
          codes.notFound,
          'a payment of another player',
        ),
      ];
    },
  },
  'cashier/getDestinations': {
    request: () => ({}),
    problems: ({ destinations }) =>
      problemUnless(
        destinations.every(({ label }) => !/\d{5}/.test(label)),
        'a label shows more than four digits of a number',
      ),
  },
  'cashier/addDestination': {
    async request(run) {
      const { destinationFields } = await provider(run, (await mainPlayer(run)).token);
      const values = destinationFields.map(({ name }) => [name, sampleAccount[name]]);
      return { idempotencyKey: freshKey(), ...Object.fromEntries(values) };
    },
    token: async (run) => (await verifiedPlayer(run).catch(() => mainPlayer(run))).token,
    mayRefuse: {
      [codes.contactUnverified]: 'the player’s address is not verified',
      [codes.identityUnverified]: 'an operator has to approve the player’s identity',
      [codes.fieldWrong]: 'the payment provider does not accept the sample account',
    },
    async problems(answer, { run, data, token }) {
      const again = await run.need('cashier/addDestination', data, token);
      return problemUnless(
        again.destinationId === answer.destinationId,
        'the same idempotencyKey added a second bank account',
      );
    },
  },
  'cashier/removeDestination': {
    request: () => ({ destinationId: crypto.randomUUID() }),
    rejectedWith: codes.notFound,
  },
  'cashier/withdraw': {
    async request(run) {
      const { minWithdrawal } = await provider(run, (await mainPlayer(run)).token);
      return { amount: minWithdrawal, idempotencyKey: freshKey() };
    },
    // A withdrawal requires a verified contact. If the platform has no outbox, no contact can be verified. The main
    // player then sends the request, and the platform may reject it.
    token: async (run) => (await verifiedPlayer(run).catch(() => mainPlayer(run))).token,
    mayRefuse: {
      [codes.contactUnverified]: 'the player’s address is not verified',
      [codes.identityUnverified]: 'an operator has to approve the player’s identity',
      [codes.insufficientBalance]: 'the player has no money',
    },
    async problems(answer, { run, data, token }) {
      const again = await run.need('cashier/withdraw', data, token);
      return problemUnless(
        again.withdrawalId === answer.withdrawalId,
        'the same idempotencyKey withdrew twice',
      );
    },
  },
  'tickets/buy': {
    async request(run) {
      await fundedPlayer(run);
      return order(run, 'INR');
    },
    token: async (run) => (await fundedPlayer(run)).token,
    mayRefuse: {
      [codes.salesOff]: 'ticket sales are switched off',
      [codes.salesClosed]: 'sales closed during the run',
      [codes.otherCurrency]: 'the game has another currency',
    },
    async problems(answer, { run, data, token }) {
      const unfunded = await run.ask(
        'tickets/buy',
        { ...data, idempotencyKey: freshKey() },
        (await mainPlayer(run)).token,
      );
      const refusal = readAnswer(unfunded);
      const isRefused = refusal.kind === 'failure' && refusal.code === codes.insufficientBalance;
      return [
        ...(await ticketProblems(run, answerData('tickets/buy', answer), data, token)),
        ...problemUnless(isRefused, 'a player without money is not rejected with 10601'),
      ];
    },
  },
};
