import type { walletCalls } from '../../shared/contract/wallet.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { WalletService } from './service.ts';

/** Handlers of the two calls that return a player's wallet. Both calls have the same answer (spec §7). */
export function walletHandlers(wallets: WalletService): CallHandlers<keyof typeof walletCalls> {
  const own: CallHandlers['wallet'] = (_, { accountId, currencyCode }) =>
    wallets.wallet(accountId, currencyCode);
  return { wallet: own, 'cashier/getWalletDetails': own };
}
