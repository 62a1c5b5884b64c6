import { announce, sessionUpdated } from '../../api/announcements.ts';
import { refreshSession } from '../../stores/session.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { leavePage } from '../leave-page.ts';
import type { PopupContext } from '../popup.ts';
import { LogoutPopup } from './LogoutPopup.tsx';
import { MessageIcon } from './MessageIcon.tsx';
import type { MessageProps } from './message-props.ts';

const messages = {
  network: { icon: 'network', title: 'popup.network_title', text: 'network_error' },
  session: { icon: 'session', title: 'popup.session_title', text: 'session_expired' },
  technical: { icon: 'danger', title: 'popup.technical_title', text: 'technical_issue' },
  'logged-out': { icon: 'success', title: 'popup.logged_out_title', text: 'popup.logged_out_text' },
  'signed-up': { icon: 'success', title: 'form.signup.done_title', text: 'form.signup.done_text' },
  'password-changed': {
    icon: 'success',
    title: 'form.forgot-password.done_title',
    text: 'form.forgot-password.done_text',
  },
  'kyc-pending': { icon: 'kyc-pending', title: 'popup.kyc_title', text: 'popup.kyc_text' },
  refused: { icon: 'danger', title: 'popup.refused_title', text: '' },
} as const;

/** Popup 5 of spec §2: a message or a confirmation. */
export async function prepareMessage(context: PopupContext, props: MessageProps) {
  if (props.type === 'logout')
    return <LogoutPopup {...context} showCancelButton={props.showCancelButton ?? false} />;
  return <MessagePopup {...context} message={props} />;
}

function MessagePopup({
  t,
  langPrefix,
  close,
  open,
  message,
}: PopupContext & { message: Exclude<MessageProps, { type: 'logout' }> }) {
  const { type } = message;
  const { icon, title, text } = messages[type];
  const onClose = () => {
    close();
    if (type === 'session' || type === 'logged-out') void leaveSession(langPrefix);
    if (type === 'signed-up') leavePage(message.next || '/');
    if (type === 'password-changed') void open(1, message.to === undefined ? {} : { to: message.to });
  };
  return (
    <Dialog
      title={t(title)}
      closeLabel={t('popup.close')}
      width="confirmation"
      initialFocus=".button--primary"
      onClose={onClose}
    >
      <div className="message">
        <MessageIcon name={icon} />
        <p>{t(type === 'refused' ? `code.${message.code}` : text)}</p>
        <div className="message__actions">
          <form method="dialog">
            <button className="button button--primary" type="submit">
              {t('popup.ok')}
            </button>
          </form>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * Resets the player's data and opens the home page, after a logout or the end of a session. Spec §4 requires both when
 * the player closes the message about an ended session. A streamed page cannot delete the session cookies, so a session
 * request deletes them. Otherwise the home page would first show the player's menu.
 */
async function leaveSession(langPrefix: string): Promise<void> {
  await refreshSession().catch(() => undefined);
  announce(sessionUpdated);
  location.assign(langPrefix || '/');
}
