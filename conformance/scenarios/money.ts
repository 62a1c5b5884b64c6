import type { DepositBegun } from '../../shared/contract/cashier.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { BuyTicketRequest, Receipt } from '../../shared/contract/tickets.ts';
import type { UpcomingDraw } from '../../shared/contract/upcoming-draws.ts';
import type { Wallet, WalletGroup } from '../../shared/contract/wallet.ts';
import type { DrawKind, Line } from '../../shared/domain/draw-kinds.ts';
import { readDrawKind } from '../../shared/domain/draw-parameters.ts';
import { readAnswer, refusalProblems } from '../answers.ts';
import {
  dataOf,
  freshKey,
  mainPlayer,
  type Player,
  type Run,
  remembered,
  signUp,
  Untested,
  verifiedPlayer,
} from '../run.ts';
import { type Scenario, type Scenarios, unless } from './scenario.ts';

type Group = Pick<WalletGroup, 'name' | 'total'> & { items?: Group[] };
const groupProblems = ({ name, total, items = [] }: Group): string[] => {
  const sum = items.reduce((all, item) => all + item.total, 0);
  return [
    ...unless(items.length === 0 || sum === total, `the items of group ${name} sum to ${sum}, not ${total}`),
    ...items.flatMap(groupProblems),
  ];
};

/** The sums that the contract promises (shared/contract/wallet.ts). */
export function walletProblems(wallet: Wallet): string[] {
  const {
    casinoBonusBalance,
    liveCasinoBonusBalance,
    sportsBonusBalance,
    pokerBonusBalance,
    rummyBonusBalance,
  } = wallet;
  const bonuses =
    casinoBonusBalance + liveCasinoBonusBalance + sportsBonusBalance + pokerBonusBalance + rummyBonusBalance;
  const wanted = {
    totalCashBalance: wallet.depositBalance + wallet.winBalance,
    totalCasinoBonus: casinoBonusBalance,
    totalLiveCasinoBonus: liveCasinoBonusBalance,
    totalSportsBonus: sportsBonusBalance + wallet.openSportsBookBonus,
    totalPokerBonus: pokerBonusBalance + wallet.openPokerBonus,
    totalRummyBonus: rummyBonusBalance + wallet.openRummyBonus,
    totalBonusBalance:
      wallet.totalCasinoBonus +
      wallet.totalLiveCasinoBonus +
      wallet.totalSportsBonus +
      wallet.totalPokerBonus +
      wallet.totalRummyBonus,
    totalBalance: wallet.totalCashBalance + bonuses,
  } satisfies Partial<Wallet>;
  const said: Record<keyof typeof wanted, number> = wallet;
  const sums = Object.entries(wanted).flatMap(([name, sum]) => {
    const told = Object.entries(said).find(([field]) => field === name)?.[1];
    return unless(told === sum, `${name} is ${told}, its parts sum to ${sum}`);
  });
  return [
    ...sums,
    ...unless(
      wallet.withdrawableBalance <= wallet.totalCashBalance,
      'more can be withdrawn than there is cash',
    ),
    ...wallet.groups.flatMap(groupProblems),
  ];
}

const wallet: Scenario<'wallet' | 'cashier/getWalletDetails'> = {
  request: () => ({}),
  async means(answer, { run, token }) {
    const other = await run.need('cashier/getWalletDetails', {}, token);
    return [
      ...walletProblems(answer),
      ...unless(other.totalBalance === answer.totalBalance, 'wallet and cashier/getWalletDetails differ'),
    ];
  },
};

const provider = async (run: Run, token: string) => {
  const { providers } = await run.need('cashier/getPaymentProvider', {}, token);
  const [first] = providers;
  if (!first) throw new Untested('needs a payment provider, and there is none');
  return first;
};

/** Pays at the sandbox's page, as its button does. @throws Untested where there is no such page */
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
const patienceMs = 10_000;
const lookAgainMs = 50;

/** Somebody with money in the wallet, as far as a sandbox gives some. */
export const richPlayer = remembered(async (run): Promise<Player> => {
  const player = await signUp(run);
  const { providerId, isSandbox, minDeposit, maxDeposit } = await provider(run, player.token);
  if (!isSandbox) throw new Untested('needs money, and the payment provider is no sandbox');
  const amount = Math.min(maxDeposit, Math.max(minDeposit, stakeMinor));
  const deposit = { amount, providerId, idempotencyKey: freshKey() };
  await pay(run, await run.need('cashier/deposit', deposit, player.token));
  const until = Date.now() + patienceMs;
  for (;;) {
    const { depositBalance } = await run.need('wallet', {}, player.token);
    if (depositBalance === amount) return player;
    if (Date.now() > until)
      throw new Untested(`needs money: ${amount} was paid in, and the wallet says ${depositBalance}`);
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** One line of a kind, whichever. */
function lineOf(kind: DrawKind): Line {
  if (kind.kind === 'balls') return numbers(kind.picks);
  if (kind.kind === 'keno') return numbers(kind.spots.min);
  if (kind.kind === 'digits') return { digits: '7'.repeat(kind.digits), play: 'straight' };
  if (kind.kind === 'symbols') return Array.from({ length: kind.picks }, () => kind.symbols[0] ?? '');
  if (kind.kind === 'color') return { number: 0 };
  return { series: kind.series[0] ?? '', number: '1'.repeat(kind.numberDigits) };
}

/** The cheapest line of a game whose sales stay open the longest. */
async function order(run: Run, currencyCode: string): Promise<BuyTicketRequest> {
  const { gameList } = await run.need('upcomingDraw', { action: 'upcomingDraw' });
  const latestFirst = gameList
    .filter((one) => one.currencyCode === currencyCode && one.ticketPrice <= stakeMinor)
    .toSorted((one, other) => other.salesCloseDate.localeCompare(one.salesCloseDate));
  const lineFor = async ({ drawId }: UpcomingDraw) =>
    readDrawKind((await run.need('draws/verify', { drawId })).drawParameters);
  for (const one of latestFirst) {
    const kind = await lineFor(one);
    // A raffle's ticket is there once: somebody may have it.
    if (kind && kind.kind !== 'raffle')
      return { gameId: one.gameId, drawId: one.drawId, lines: [lineOf(kind)], idempotencyKey: freshKey() };
  }
  throw new Untested(`needs a draw to come that is played for ${currencyCode}, and there is none`);
}

/** A ticket of somebody with money. */
export const boughtTicket = remembered(async (run): Promise<{ player: Player; receipt: Receipt }> => {
  const player = await richPlayer(run);
  const asked = await order(run, 'INR');
  return { player, receipt: await run.need('tickets/buy', asked, player.token) };
});

const ticketProblems = async (run: Run, answer: Receipt, asked: BuyTicketRequest, token: string | null) => {
  const again = await run.need('tickets/buy', asked, token);
  const { totalBalance } = await run.need('wallet', {}, token);
  const paid = answer.paidFrom.bonus + answer.paidFrom.deposit + answer.paidFrom.winnings;
  const otherLines = { ...asked, lines: [...asked.lines, ...asked.lines] };
  return [
    ...unless(again.receiptNumber === answer.receiptNumber, 'the same idempotencyKey bought a second ticket'),
    ...unless(
      answer.totalPrice === answer.ticketPrice * answer.lines,
      'totalPrice is not ticketPrice × lines',
    ),
    ...unless(paid === answer.totalPrice, `paidFrom sums to ${paid}, not ${answer.totalPrice}`),
    ...unless(
      totalBalance === answer.totalBalance,
      `the wallet holds ${totalBalance} afterwards, not ${answer.totalBalance}`,
    ),
    ...refusalProblems(
      await run.ask('tickets/buy', otherLines, token),
      codes.fieldWrong,
      'the same idempotencyKey for other lines',
    ),
  ];
};

export const moneyScenarios: Scenarios = {
  wallet,
  'cashier/getWalletDetails': wallet,
  'cashier/getPaymentProvider': {
    request: () => ({}),
    means: ({ providers }) => [
      ...unless(
        providers.every((one) => one.minDeposit <= one.maxDeposit),
        'minDeposit is above maxDeposit',
      ),
      ...unless(
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
    async means(answer, { run, data, token }) {
      const again = await run.need('cashier/deposit', data, token);
      const other = { ...data, amount: data.amount + 1 };
      const { maxDeposit } = await provider(run, (await mainPlayer(run)).token);
      const tooMuch = { ...data, amount: maxDeposit + 1, idempotencyKey: freshKey() };
      return [
        ...unless(answer.amount === data.amount, 'another amount than was asked for'),
        ...unless(again.paymentId === answer.paymentId, 'the same idempotencyKey made a second payment'),
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
  'cashier/withdraw': {
    async request(run) {
      const { providerId, minWithdrawal } = await provider(run, (await mainPlayer(run)).token);
      return { amount: minWithdrawal, providerId, idempotencyKey: freshKey() };
    },
    // What is asked first is verified where it can be.
    token: async (run) => (await verifiedPlayer(run).catch(() => mainPlayer(run))).token,
    mayRefuse: {
      [codes.contactUnverified]: 'the player’s address is to be verified first',
      [codes.identityUnverified]: 'an operator has to approve the player’s identity first',
      [codes.insufficientBalance]: 'the player has no money',
    },
    async means(answer, { run, data, token }) {
      const again = await run.need('cashier/withdraw', data, token);
      return unless(again.withdrawalId === answer.withdrawalId, 'the same idempotencyKey withdrew twice');
    },
  },
  'tickets/buy': {
    async request(run) {
      await richPlayer(run);
      return order(run, 'INR');
    },
    token: async (run) => (await richPlayer(run)).token,
    mayRefuse: {
      [codes.salesOff]: 'tickets are not sold here',
      [codes.salesClosed]: 'sales closed meanwhile',
      [codes.otherCurrency]: 'the game is played for another currency',
    },
    async means(answer, { run, data, token }) {
      const poor = await run.ask(
        'tickets/buy',
        { ...data, idempotencyKey: freshKey() },
        (await mainPlayer(run)).token,
      );
      const refused = readAnswer(poor);
      const isPoor = refused.kind === 'no' && refused.code === codes.insufficientBalance;
      return [
        ...(await ticketProblems(run, dataOf('tickets/buy', answer), data, token)),
        ...unless(isPoor, 'a player without money is not refused with 10601'),
      ];
    },
  },
};
