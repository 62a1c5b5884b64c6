import { useState } from 'react';
import type { NotificationTab } from '../../../shared/contract/notifications.ts';
import { loadSettings } from '../../api/settings.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { PopupContext } from '../popup.ts';
import { NotificationList } from './NotificationList.tsx';

const tabs: readonly NotificationTab[] = ['promotions', 'transactions', 'system'];

/** Popup 9 of spec §2: a drawer with the player's notifications in three tabs. */
export async function prepareNotifications(context: PopupContext) {
  const { boot } = await loadSettings();
  const { lang } = document.documentElement;
  const format = new Intl.DateTimeFormat(boot.languages.find(({ code }) => code === lang)?.locale ?? lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: boot.timeZone,
  });
  return <NotificationsPopup {...context} formatTime={(time) => format.format(new Date(time))} />;
}

interface NotificationsProps extends PopupContext {
  /** Formats an ISO time in the site's time zone. */
  formatTime: (time: string) => string;
}

function NotificationsPopup({ t, close, formatTime }: NotificationsProps) {
  // Tabs that the player has opened. A tab loads its notifications and marks them as read when the player first opens
  // it.
  const [shown, setShown] = useState<readonly string[]>(tabs.slice(0, 1));
  return (
    <Dialog
      title={t('notification_popup.title')}
      closeLabel={t('popup.close')}
      width="drawer"
      initialFocus="[role='tab']"
      className="notifications"
      onClose={close}
    >
      <Tabs
        label={t('notification_popup.tabs')}
        tabs={tabs.map((tab) => ({
          id: tab,
          label: t(`notification_popup.${tab}`),
          content: shown.includes(tab) ? <NotificationList tab={tab} t={t} formatTime={formatTime} /> : null,
        }))}
        onChange={(tab) => setShown((before) => [...before, tab])}
      />
    </Dialog>
  );
}
