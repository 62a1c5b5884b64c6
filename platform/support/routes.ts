import { supportCalls as calls, type SupportRequest } from '../../shared/contract/support.ts';
import { failure, success } from '../http/answers.ts';
import { answering, type CallRunner } from '../http/calls.ts';
import type { SupportService } from './service.ts';
import type { SupportKind } from './tables.ts';

/** Words to the operator, and the captcha that stands before them. */
export function supportRunners(support: SupportService): Record<keyof typeof calls, CallRunner> {
  const send = async (kind: SupportKind, form: SupportRequest) => {
    const sent = await support.send(kind, form);
    return 'reference' in sent ? success(sent) : failure(sent.refused);
  };
  return {
    'support/challenge': answering(calls['support/challenge'], async () =>
      success(await support.challenge()),
    ),
    'support/contact': answering(calls['support/contact'], (form) => send('contact', form)),
    'support/scheduleDemo': answering(calls['support/scheduleDemo'], (form) => send('demo', form)),
  };
}
