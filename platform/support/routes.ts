import type { supportCalls as calls, SupportRequest } from '../../shared/contract/support.ts';
import { failure, success } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { SupportService } from './service.ts';
import type { SupportKind } from './tables.ts';

/** Words to the operator, and the captcha that stands before them. */
export function supportHandlers(support: SupportService): CallHandlers<keyof typeof calls> {
  const send = async (kind: SupportKind, form: SupportRequest) => {
    const sent = await support.send(kind, form);
    return 'reference' in sent ? success(sent) : failure(sent.refused);
  };
  return {
    'support/challenge': async () => success(await support.challenge()),
    'support/contact': (form) => send('contact', form),
    'support/scheduleDemo': (form) => send('demo', form),
  };
}
