import type { notificationCalls } from '../notifications.ts';
import type { ExamplesOf } from './example.ts';

export const notificationExamples: ExamplesOf<typeof notificationCalls> = {
  'notifications/list': {
    request: {},
    response: {
      notifications: [
        {
          id: '785cf291-d04d-45c6-8e46-8b946e22557f',
          title: 'Welcome to Golden Lotto',
          message:
            'Your account is open. Confirm your mail address or mobile number in your profile before your first withdrawal.',
          tab: 'system',
          type: 'success',
          timestamp: '2026-11-21T18:38:00.000Z',
          isRead: false,
        },
      ],
      cursor: null,
      unreadCount: 1,
    },
  },
  'notifications/delete': {
    request: {
      id: '785cf291-d04d-45c6-8e46-8b946e22557f',
    },
    response: {
      unreadCount: 0,
    },
  },
};
