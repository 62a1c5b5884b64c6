import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { CallResult } from '../../../shared/contract/call-result.ts';
import type { CallData } from '../../../shared/contract/calls.ts';
import { codes } from '../../../shared/contract/codes.ts';
import { callApi } from '../../api/call-api.ts';

const everyMs = 3000;
/** The longest pause between two checks while they fail. */
const slowestMs = 15_000;
/** After this time, the page stops the checks and shows what the player can do. */
const longestMs = 120_000;

/**
 * `failing`: the last check received no response, and the checks continue. `ended`: the checks ended without a result.
 */
export type PaymentCheck = 'checking' | 'failing' | 'ended';

/**
 * Whether a failed check is worth repeating. For an ended session or an unknown payment, a repeated check would fail
 * again.
 */
const isPassing = (result: CallResult<CallData<'cashier/getPayment'>>): boolean =>
  result.kind === 'technical' ||
  result.kind === 'offline' ||
  (result.kind === 'refused' && result.firstCode === codes.tooManyTries);

/**
 * Checks an open payment every three seconds, and loads the screen again when the payment is settled. After each failed
 * check, the pause doubles, because many open pages would otherwise delay the recovery of the platform.
 */
export function usePaymentCheck(paymentId: string, isOpen: boolean): PaymentCheck {
  const [state, setState] = useState<PaymentCheck>('checking');
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (!isOpen) return undefined;
    const end = Date.now() + longestMs;
    let isGone = false;
    let pauseMs = everyMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async (): Promise<void> => {
      // The page shows that checks fail, so a popup for each failure would only disturb the player.
      const result = await callApi('cashier/getPayment', { paymentId }, { isQuiet: true });
      if (isGone) return;
      if (result.kind === 'ok' && result.data.status !== 'created') return void revalidate();
      const isFailing = result.kind !== 'ok';
      if ((isFailing && !isPassing(result)) || Date.now() >= end) return setState('ended');
      setState(isFailing ? 'failing' : 'checking');
      pauseMs = isFailing ? Math.min(2 * pauseMs, slowestMs) : everyMs;
      wait();
    };
    const wait = () => {
      timer = setTimeout(() => void check(), pauseMs);
    };
    wait();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [paymentId, isOpen, revalidate]);
  return state;
}
