import { Dialog } from '../../ui/Dialog.tsx';
import type { PopupContext } from '../popup.ts';
import { MessageIcon } from './MessageIcon.tsx';
import { useLogout } from './use-logout.ts';

/** Asks for confirmation before it logs the player out (spec §2, §4). */
export function LogoutPopup({
  t,
  close,
  closeWith,
  showCancelButton,
}: PopupContext & { showCancelButton: boolean }) {
  const { isBusy, problem, logOut } = useLogout({ close, closeWith });

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
          {/* A disabled button would lose the focus, and the player would have to search for it after a refusal. */}
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
