import type { Profile } from '../../../shared/contract/profile.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { loadForm } from '../forms/load-form.ts';
import type { Tone } from '../list/list-view.ts';
import type { ScreenRequest } from '../screen.ts';

export interface IdentityView {
  state: string;
  tone: Tone;
  text: string;
  /** The operator's reason for refusing the identity check; null if no reason is stored. */
  reason: { label: string; text: string } | null;
  /** The form that requests the check; null if the profile is incomplete or the check is pending or approved. */
  form: FormView | null;
  /** The link to the policy about identity documents. Null if the page shows no form. */
  privacy: { text: string; href: string } | null;
  /** Text of the link to the profile form; null unless the check needs more personal details. */
  completeProfile: string | null;
}

const tones = { none: 'plain', pending: 'waiting', approved: 'good', refused: 'bad' } as const;

/** Returns the state of the identity check, and the form or link for the player's next step. */
export async function loadIdentity(profile: Profile, request: ScreenRequest): Promise<IdentityView> {
  const { t, langPrefix } = request.wording;
  const { kycStatus, kycReason } = profile;
  const canRequest = kycStatus === 'none' || kycStatus === 'refused';
  const { firstName, lastName, birthDate, country } = profile;
  const isComplete = [firstName, lastName, birthDate, country].every((value) => value !== null);
  const form = canRequest && isComplete ? await loadForm('request-verification', request) : null;
  return {
    state: t(`account.identity.${kycStatus}`),
    tone: tones[kycStatus],
    text: t(`account.identity_text.${kycStatus}`),
    reason: kycReason === null ? null : { label: t('account.identity_text.reason'), text: kycReason },
    privacy: form && {
      text: t('account.identity_text.privacy'),
      href: `${langPrefix}/privacypolicy#how-long-data-is-kept`,
    },
    form: form?.kind === 'shown' ? form.view : null,
    completeProfile: canRequest && !isComplete ? t('account.identity_text.complete') : null,
  };
}
