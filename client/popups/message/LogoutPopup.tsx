import { useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import type { PopupContext } from '../popup.ts';
import { MessageIcon } from './MessageIcon.tsx';

/** Asks for confirmation before it logs the player out (spec §2, §4). */
export function LogoutPopup({
  t,
  close,
  closeWith,
  showCancelButton,
}: PopupContext & { showCancelButton: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const logOut = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const result = await callApi('accounts/logout', {});
    setBusy(false);
    if (result.kind === 'refused') return setProblem(result.firstCode);
    if (result.kind === 'ok') await closeWith({ type: 'logged-out' });
    else close();
  };

  return (
    <Dialog
      title={t('popup.logout_title')}
      closeLabel={t('popup.close')}
      width="confirmation"
      initialFocus=".button--primary"
      onClose={close}
    >
      <div className="message" aria-busy={isBusy}>
        <MessageIcon name="warning" />
        <p>{t('popup.logout_text')}</p>
        {problem === null ? null : (
          <p className="message__problem" role="alert">
            {t(`code.${problem}`)}
          </p>
        )}
        <div className="message__actions">
          {/* A disabled button would lose the focus, which the player needs after a refusal. */}
          <button
            className="button button--primary"
            type="button"
            aria-disabled={isBusy}
            onClick={() => void logOut()}
          >
            {t('popup.logout_confirm')}
          </button>
          {showCancelButton ? (
            <form method="dialog">
              <button className="button button--secondary" type="submit">
                {t('popup.cancel')}
              </button>
            </form>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
