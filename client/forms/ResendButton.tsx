import { useEffect, useState } from 'react';
import type { Translate } from '../../shared/translate.ts';

/** Requests another one-time password. With script, the button is disabled until a delay has passed. */
export function ResendButton({
  waitSeconds,
  isBusy,
  t,
}: {
  waitSeconds: number;
  isBusy: boolean;
  t: Translate;
}) {
  const [leftSeconds, setLeftSeconds] = useState(0);
  useEffect(() => {
    const endsAt = performance.now() + waitSeconds * 1000;
    const tick = () => setLeftSeconds(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [waitSeconds]);
  return (
    <button className="form__link" type="submit" name="resend" value="1" disabled={isBusy || leftSeconds > 0}>
      {leftSeconds > 0 ? t('form.resend_in', { seconds: leftSeconds }) : t('form.resend')}
    </button>
  );
}
