import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { callApi } from '../../api/call-api.ts';

const everyMs = 3000;
/** After this time, the page stops the checks and says what the player can do. */
const longestMs = 120_000;

/**
 * Checks an open payment every three seconds, and loads the screen again when the payment is settled.
 * @returns whether the checks have ended without a result
 */
export function usePaymentCheck(paymentId: string, isOpen: boolean): boolean {
  const [isLate, setLate] = useState(false);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (!isOpen) return undefined;
    const end = Date.now() + longestMs;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async (): Promise<void> => {
      const result = await callApi('cashier/getPayment', { paymentId });
      if (isGone) return;
      if (result.kind === 'ok' && result.data.status !== 'created') return void revalidate();
      if (result.kind !== 'ok' || Date.now() >= end) return setLate(true);
      wait();
    };
    const wait = () => {
      timer = setTimeout(() => void check(), everyMs);
    };
    wait();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [paymentId, isOpen, revalidate]);
  return isLate;
}
