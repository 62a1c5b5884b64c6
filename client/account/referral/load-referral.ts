import type { FormView } from '../../../shared/pages/form.ts';
import { qrPicture } from '../../ui/qr-picture.ts';
import { loadForm } from '../forms/load-form.ts';
import { listAnswer } from '../list/list-screen.tsx';
import type { ListView } from '../list/list-view.ts';
import { type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';
import { friendList, type ReferralTexts, referralTexts, type ShareView, shareView } from './referral-view.ts';

export interface ReferralView {
  /**
   * The summary of the player's invitations. Null if the platform does not answer after a submission. The page then
   * shows only the form with the typed addresses.
   */
  summary: { share: ShareView; texts: ReferralTexts; friends: ListView } | null;
  /** The form that sends invitations. Null if the player cannot send invitations now. */
  invite: FormView | null;
}

/** Loads the summary of the player's invitations, and the form that sends further ones. */
export async function loadReferral(request: ScreenRequest): Promise<ScreenAnswer<ReferralView>> {
  const { call, wording } = request;
  const [result, profile, form] = await Promise.all([
    loadSummary(request),
    call('accounts/getUserProfile', {}),
    loadForm('refer-friend', request),
  ]);
  if (form.kind !== 'shown') return form;
  const { state } = form.view;
  if (result.kind !== 'ok')
    return state ? shown({ summary: null, invite: form.view }) : unanswered(result, wording);
  const friends = listAnswer(friendList, result, [], request);
  if (friends.kind !== 'shown') return friends;
  const { referralLink, invitationsLeft } = result.data;
  const isUnverified = profile.kind === 'ok' && !profile.data.emailVerified && !profile.data.mobileVerified;
  return shown({
    summary: {
      share: shareView(result.data, URL.canParse(referralLink) ? qrPicture(referralLink) : null, wording),
      texts: referralTexts(result.data, isUnverified, wording),
      friends: friends.view,
    },
    // Keep a form that the player has just submitted, because it shows the message about the submission.
    invite: state || (invitationsLeft > 0 && !isUnverified) ? form.view : null,
  });
}

const shown = (view: ReferralView): ScreenAnswer<ReferralView> => ({ kind: 'shown', view });

/** Loads the summary. If the cursor in the page's URL is invalid, the summary contains the newest friends. */
async function loadSummary({ call, query }: ScreenRequest) {
  const result = await call('transaction/rafUserSummary', query);
  return result.kind === 'wrong-fields' ? call('transaction/rafUserSummary', {}) : result;
}
