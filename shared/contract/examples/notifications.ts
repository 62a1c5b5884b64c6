import type { notificationCalls } from '../notifications.ts';
import type { ExamplesOf } from './example.ts';

export const notificationExamples: ExamplesOf<typeof notificationCalls> = {
  'notifications/list': {
    request: {},
    response: {
      notifications: [
        {
          id: 'b38a8154-63db-44b2-9d7c-23f62b4307e3',
          title: 'Welcome to Golden Lotto',
          message:
            'Your account is open. Confirm your mail address or mobile number in your profile before your first withdrawal.',
          tab: 'system',
          type: 'success',
          timestamp: '2026-11-21T18:26:00.000Z',
          isRead: false,
        },
      ],
      cursor: null,
      unreadCount: 1,
    },
  },
  'notifications/delete': {
    request: {
      id: 'b38a8154-63db-44b2-9d7c-23f62b4307e3',
    },
    response: {
      unreadCount: 0,
    },
  },
};
