import { codes } from '../../shared/contract/codes.ts';
import type { Profile } from '../../shared/contract/profile.ts';
import type { ProfileOutcome } from '../../shared/pages/account.ts';
import type { Translate } from '../../shared/translate.ts';
import type { Caller, MakeCall } from '../calls/make-call.ts';

/** Codes of answers that mean that the session no longer exists. */
const sessionEnding = new Set<string>([codes.sessionExpired, codes.accountSuspended]);

export interface LoadedProfile {
  outcome: ProfileOutcome;
  /** Set-Cookie header lines. They are lost if the profile arrives after the response's headers were sent. */
  cookies: readonly string[];
}

/** Loads the player's profile, and the name of the state in their address. Never rejects. */
export async function loadProfile(makeCall: MakeCall, caller: Caller, t: Translate): Promise<LoadedProfile> {
  const { answer, cookies } = await makeCall('accounts/getUserProfile', {}, caller);
  if (answer.success) {
    const stateName = await stateNameOf(answer.data, makeCall, caller);
    return { outcome: { kind: 'profile', profile: answer.data, stateName }, cookies };
  }
  const { firstCode } = answer;
  if (sessionEnding.has(firstCode)) return { outcome: { kind: 'expired' }, cookies };
  return { outcome: { kind: 'failed', text: t(`code.${firstCode}`) }, cookies };
}

async function stateNameOf(
  { country, state }: Profile,
  makeCall: MakeCall,
  caller: Caller,
): Promise<string | null> {
  if (country === null || state === null) return null;
  const { answer } = await makeCall('accounts/getCountryStateList', { country }, caller);
  const states = answer.success ? answer.data.states : [];
  return states.find(({ StateID }) => StateID === state)?.StateName ?? null;
}
