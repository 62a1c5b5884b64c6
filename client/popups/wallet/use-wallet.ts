import { useCallback, useEffect, useState } from 'react';
import type { Wallet } from '../../../shared/contract/wallet.ts';
import { type CallResult, callApi } from '../../api/call-api.ts';
import { session } from '../../stores/session.ts';

export interface WalletState {
  /** The last wallet that was loaded, even if a later reload failed. Null until the first successful call. */
  wallet: Wallet | null;
  isLoading: boolean;
  hasFailed: boolean;
}

/**
 * Loads the wallet when the popup opens, and again with `reload`. After each successful call, the header shows the new
 * balance.
 */
export function useWallet(): WalletState & { reload: () => void } {
  const [state, setState] = useState<WalletState>({ wallet: null, isLoading: true, hasFailed: false });

  const show = useCallback((result: CallResult<Wallet>) => {
    if (result.kind !== 'ok')
      return setState(({ wallet }) => ({ wallet, isLoading: false, hasFailed: true }));
    const { data: wallet } = result;
    setState({ wallet, isLoading: false, hasFailed: false });
    const { player } = session.getState();
    if (player) session.setState({ player: { ...player, totalBalance: wallet.totalBalance } });
  }, []);

  useEffect(() => void callApi('wallet', {}).then(show), [show]);

  const reload = useCallback(() => {
    setState(({ wallet }) => ({ wallet, isLoading: true, hasFailed: false }));
    void callApi('wallet', {}).then(show);
  }, [show]);

  return { ...state, reload };
}
