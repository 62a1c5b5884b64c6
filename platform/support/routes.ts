import type { supportCalls as calls } from '../../shared/contract/support.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { SupportService } from './service.ts';

export function supportHandlers(support: SupportService): CallHandlers<keyof typeof calls> {
  return {
    'support/challenge': () => support.challenge(),
    'support/contact': (form) => support.send('contact', form),
    'support/scheduleDemo': (form) => support.send('demo', form),
  };
}
