import type { Notification } from '../../../shared/contract/notifications.ts';
import { fixedChoice, heading, moment } from '../list/cells.ts';
import type { List } from '../list/list-screen.tsx';

const tabs = ['promotions', 'transactions', 'system'];

export const notificationList: List<'notifications/list', Notification> = {
  route: 'notifications',
  call: 'notifications/list',
  request: { markRead: true },
  hasDays: false,
  hasFile: false,
  choices: [fixedChoice('tab', 'links', heading('type'), tabs, 'account.tab')],
  read: ({ cursor, notifications }) => ({ cursor, rows: notifications }),
  rowKey: ({ id }) => id,
  isNew: ({ isRead }) => !isRead,
  columns: [
    {
      key: 'message',
      look: 'main',
      label: ({ t }) => t('account.notification.message'),
      cell: ({ title, message }) => ({ text: title, detail: message }),
    },
    {
      key: 'time',
      look: 'plain',
      label: heading('time'),
      cell: ({ timestamp }, wording) => ({ text: moment(timestamp, wording) }),
    },
  ],
};
