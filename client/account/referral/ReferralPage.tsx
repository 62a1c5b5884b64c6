import { Link } from 'react-router-dom';
import { chunk } from '../../chunk.ts';
import { FigureList } from '../FigureList.tsx';
import { AccountForm } from '../forms/AccountForm.tsx';
import { AccountList } from '../list/AccountList.tsx';
import { ScreenContent, SkeletonCards } from '../ScreenContent.tsx';
import type { Screen } from '../screen.ts';
import type { ReferralView } from './load-referral.ts';
import type { ReferralTexts } from './referral-view.ts';
import { ShareCard } from './ShareCard.tsx';

/**
 * Imports the module that loads the data of this screen. If the server has rendered the screen, the browser does not
 * need the module.
 */
const loadLoader = chunk(
  () => import('./load-referral.ts'),
  (module) => module.loadReferral,
);

/** `/my-accounts/refer`: the player's link, invitations by mail, and the friends who joined. */
export const referralScreen: Screen = {
  async load(request) {
    const loadReferral = await loadLoader();
    return loadReferral(request);
  },
  Component: () => <ScreenContent Content={Referral} skeleton={<ReferralSkeleton />} />,
};

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
        <AccountList view={friends} />
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
      <SkeletonCards count={2} />
    </div>
  );
}
