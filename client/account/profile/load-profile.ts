import { type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';
import type { ProfileView } from './profile-view.ts';
import { profileView } from './profile-view.ts';

/** Loads the player's profile, and the name of the state in the player's address. */
export async function loadProfile({ call, wording }: ScreenRequest): Promise<ScreenAnswer<ProfileView>> {
  const result = await call('accounts/getUserProfile', {});
  if (result.kind !== 'ok') return unanswered(result, wording);
  const { country, state } = result.data;
  const stateName = await stateNameOf(call, country, state);
  return { kind: 'shown', view: profileView(result.data, stateName, wording) };
}

async function stateNameOf(
  call: ScreenRequest['call'],
  country: string | null,
  state: string | null,
): Promise<string | null> {
  if (country === null || state === null) return null;
  const result = await call('accounts/getCountryStateList', { country });
  const states = result.kind === 'ok' ? result.data.states : [];
  return states.find(({ StateID }) => StateID === state)?.StateName ?? null;
}
