import type { identityCalls } from '../../shared/contract/identity.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { IdentityService } from './service.ts';

export function identityHandlers(identity: IdentityService): CallHandlers<keyof typeof identityCalls> {
  return {
    'accounts/requestVerification': (documents, player) => identity.request(player, documents),
  };
}
