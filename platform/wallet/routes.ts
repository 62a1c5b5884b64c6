import type { walletCalls } from '../../shared/contract/wallet.ts';
import { success } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { WalletService } from './service.ts';

/** What a player has: one answer under both of its names. */
export function walletHandlers(wallets: WalletService): CallHandlers<keyof typeof walletCalls> {
  const own: CallHandlers['wallet'] = async (_nothing, { accountId, currencyCode }) =>
    success(await wallets.wallet(accountId, currencyCode));
  return { wallet: own, 'cashier/getWalletDetails': own };
}
