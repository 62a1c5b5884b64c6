import { Link } from 'react-router-dom';
import type { FormView } from '../../../shared/pages/form.ts';
import { chunk } from '../../chunk.ts';
import { FigureList } from '../FigureList.tsx';
import { AccountForm } from '../forms/AccountForm.tsx';
import { loadForm } from '../forms/load-form.ts';
import { ListPage } from '../list/ListPage.tsx';
import { listAnswer } from '../list/list-screen.tsx';
import type { ListView } from '../list/list-view.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';
import { friendList, type ReferralTexts, referralTexts, type ShareView, shareView } from './referral-view.ts';
import { ShareCard } from './ShareCard.tsx';

interface ReferralView {
  /** Null if the platform does not answer after a submission. The page then shows the form with the typed addresses. */
  summary: { share: ShareView; texts: ReferralTexts; friends: ListView } | null;
  /** Null if the player cannot send invitations now. */
  invite: FormView | null;
}

/** Loads the encoder of the QR code. The browser does not load it for a screen that the server has rendered. */
const loadEncoder = chunk(
  () => import('../../ui/qr-picture.ts'),
  (module) => module.qrPicture,
);

/** `/my-accounts/refer`: the player's link, invitations by mail, and the friends who joined. */
export const referralScreen: Screen = {
  async load(request) {
    const { call, wording } = request;
    const [result, profile, encode, form] = await Promise.all([
      loadSummary(request),
      call('accounts/getUserProfile', {}),
      loadEncoder(),
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
        share: shareView(result.data, URL.canParse(referralLink) ? encode(referralLink) : null, wording),
        texts: referralTexts(result.data, isUnverified, wording),
        friends: friends.view,
      },
      // A form that the player has just submitted stays, because its message must be shown.
      invite: state || (invitationsLeft > 0 && !isUnverified) ? form.view : null,
    });
  },
  Component: () => <ScreenContent Content={Referral} skeleton={<ReferralSkeleton />} />,
};

const shown = (view: ReferralView): ScreenAnswer<ReferralView> => ({ kind: 'shown', view });

/** Loads the summary. If the cursor in the address is invalid, the summary has the newest friends. */
async function loadSummary({ call, query }: ScreenRequest) {
  const result = await call('transaction/rafUserSummary', query);
  return result.kind === 'wrong-fields' ? call('transaction/rafUserSummary', {}) : result;
}

function Referral({ view: { summary, invite } }: { view: ReferralView }) {
  const form = invite ? <AccountForm view={invite} /> : null;
  if (!summary) return <div className="referral__card">{form}</div>;
  const { share, texts, friends } = summary;
  const { title, lead, inviteTitle, inviteText, verifyLink, figures, figuresTitle, friendsTitle } = texts;
  return (
    <div className="referral">
      <section className="referral__hero">
        <h3>{title}</h3>
        <p>{lead}</p>
        <ShareCard view={share} />
      </section>
      <section className="referral__card">
        <h3>{inviteTitle}</h3>
        <p className="referral__note">
          {inviteText} {verifyLink ? <Link to="/my-accounts">{verifyLink}</Link> : null}
        </p>
        {form}
      </section>
      <HowItWorks texts={texts} />
      <section>
        <h3>{friendsTitle}</h3>
        <FigureList figures={figures} title={figuresTitle} />
        <ListPage view={friends} />
      </section>
    </div>
  );
}

function HowItWorks({ texts: { howTitle, steps, rules } }: { texts: ReferralTexts }) {
  return (
    <section className="referral__card">
      <h3>{howTitle}</h3>
      <ol className="referral__steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ul className="referral__rules">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}

function ReferralSkeleton() {
  return (
    <div className="referral">
      <span className="skeleton referral__skeleton" />
      <span className="skeleton skeleton--card" />
      <span className="skeleton skeleton--card" />
    </div>
  );
}
