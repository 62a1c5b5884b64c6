import { useCallback, useEffect, useState } from 'react';
import type { Wallet } from '../../../shared/contract/wallet.ts';
import { callApi } from '../../api/call-api.ts';
import { session } from '../../stores/session.ts';

export interface WalletState {
  /** Null until the first answer. A failed reload keeps the last wallet. */
  wallet: Wallet | null;
  isLoading: boolean;
  /** The last call failed. */
  hasFailed: boolean;
}

/** Loads the wallet when the popup opens, and again with `reload`. The header then shows the same balance. */
export function useWallet(): WalletState & { reload: () => void } {
  const [state, setState] = useState<WalletState>({ wallet: null, isLoading: true, hasFailed: false });

  const load = useCallback(async () => {
    const result = await callApi('wallet', {});
    if (result.kind !== 'ok')
      return setState(({ wallet }) => ({ wallet, isLoading: false, hasFailed: true }));
    const { data: wallet } = result;
    setState({ wallet, isLoading: false, hasFailed: false });
    const { player } = session.getState();
    if (player) session.setState({ player: { ...player, totalBalance: wallet.totalBalance } });
  }, []);

  useEffect(() => void load(), [load]);

  const reload = useCallback(() => {
    setState(({ wallet }) => ({ wallet, isLoading: true, hasFailed: false }));
    void load();
  }, [load]);

  return { ...state, reload };
}
