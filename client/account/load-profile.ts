import { callApi } from '../api/call-api.ts';
import { loadSettings } from '../api/settings.ts';
import { loadTexts } from '../i18n/texts.ts';
import type { ProfileData } from './ProfilePage.tsx';
import { profileAnswer } from './profile-view.ts';

/** Loads the profile in the browser when the router reloads its data. */
export async function loadProfile(): Promise<ProfileData> {
  const { lang } = document.documentElement;
  const [t, { boot }] = await Promise.all([loadTexts(['account', 'codes']), loadSettings()]);
  const locale = boot.languages.find(({ code }) => code === lang)?.locale ?? lang;
  const result = await callApi('accounts/getUserProfile', {});
  if (result.kind === 'session-expired') return { answer: { kind: 'expired' } };
  if (result.kind !== 'ok') {
    const code = result.kind === 'refused' ? result.firstCode : '15500';
    return { answer: { kind: 'failed', text: t(`code.${code}`) } };
  }
  const stateName = await stateNameOf(result.data.country, result.data.state);
  return { answer: profileAnswer({ kind: 'profile', profile: result.data, stateName }, { t, locale }) };
}

async function stateNameOf(country: string | null, state: string | null): Promise<string | null> {
  if (country === null || state === null) return null;
  const result = await callApi('accounts/getCountryStateList', { country });
  const states = result.kind === 'ok' ? result.data.states : [];
  return states.find(({ StateID }) => StateID === state)?.StateName ?? null;
}
