import { Link } from 'react-router-dom';
import type { FormView } from '../../../shared/pages/form.ts';
import { chunk } from '../../chunk.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import { loadForm } from '../forms/load-form.ts';
import { ListPage } from '../list/ListPage.tsx';
import { listAnswer } from '../list/list-screen.tsx';
import type { ListView } from '../list/list-view.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, unanswered } from '../screen.ts';
import { friendList, type ReferralTexts, referralTexts, type ShareView, shareView } from './referral-view.ts';
import { ShareCard } from './ShareCard.tsx';

interface ReferralView {
  share: ShareView;
  texts: ReferralTexts;
  /** Null if the player cannot send invitations now. */
  invite: FormView | null;
  friends: ListView;
}

/** The browser loads the encoder only if it loads this screen itself. On the first page, the server draws the code. */
const loadEncoder = chunk(
  () => import('../../ui/qr-picture.ts'),
  (module) => module.qrPicture,
);

/** `/my-accounts/refer`: the player's link, invitations by mail, and the friends who joined. */
export const referralScreen: Screen = {
  async load(request) {
    const { call, query, wording } = request;
    const page = await call('transaction/rafUserSummary', query);
    // The cursor of the address is invalid, so show the newest friends.
    const result = page.kind === 'wrong-fields' ? await call('transaction/rafUserSummary', {}) : page;
    if (result.kind !== 'ok') return unanswered(result, wording);
    const { referralLink, invitationsLeft } = result.data;
    const [form, encode, profile] = await Promise.all([
      loadForm('refer-friend', request),
      loadEncoder(),
      call('accounts/getUserProfile', {}),
    ]);
    const isUnverified = profile.kind === 'ok' && !profile.data.emailVerified && !profile.data.mobileVerified;
    if (form.kind !== 'shown') return form;
    const friends = listAnswer(friendList, result, [], request);
    if (friends.kind !== 'shown') return friends;
    const view: ReferralView = {
      share: shareView(result.data, URL.canParse(referralLink) ? encode(referralLink) : null, wording),
      texts: referralTexts(result.data, isUnverified, wording),
      // A form that the player has just submitted stays, because its message must be shown.
      invite: form.view.state || (invitationsLeft > 0 && !isUnverified) ? form.view : null,
      friends: friends.view,
    };
    return { kind: 'shown', view };
  },
  Component: () => <ScreenContent Content={Referral} skeleton={<ReferralSkeleton />} />,
};

function Referral({ view: { share, texts, invite, friends } }: { view: ReferralView }) {
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
        {invite ? <AccountForm view={invite} /> : null}
      </section>
      <HowItWorks texts={texts} />
      <section>
        <h3>{friendsTitle}</h3>
        <dl className="statistics__figures" aria-label={figuresTitle}>
          {figures.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <strong>{text}</strong>
              </dd>
            </div>
          ))}
        </dl>
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
