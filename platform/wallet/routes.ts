import { walletCalls } from '../../shared/contract/wallet.ts';
import { success } from '../http/answers.ts';
import { answeringPlayer, type CallRunner } from '../http/calls.ts';
import type { WalletService } from './service.ts';

/** What a player has: one answer under both of its names. */
export function walletRunners(wallets: WalletService): Record<keyof typeof walletCalls, CallRunner> {
  const own = answeringPlayer(walletCalls.wallet, async (_nothing, { accountId, currencyCode }) =>
    success(await wallets.wallet(accountId, currencyCode)),
  );
  return { wallet: own, 'cashier/getWalletDetails': own };
}
