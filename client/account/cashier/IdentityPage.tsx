import { Link } from 'react-router-dom';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import { FormSkeleton } from '../forms/form-screen.tsx';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, unanswered } from '../screen.ts';
import { type IdentityView, loadIdentity } from './identity-view.ts';

/** `/my-accounts/identity`: the state of the identity check, and the form that requests it. */
export const identityScreen: Screen = {
  async load(request) {
    const profile = await request.call('accounts/getUserProfile', {});
    if (profile.kind !== 'ok') return unanswered(profile, request.wording);
    return { kind: 'shown', view: await loadIdentity(profile.data, request) };
  },
  Component: () => <ScreenContent Content={Identity} skeleton={<FormSkeleton />} />,
};

function Identity({ view }: { view: IdentityView }) {
  return (
    <div className="cashier">
      <p>
        <span className={`list__state list__state--${view.tone}`}>{view.state}</span>
      </p>
      <IdentityCheck view={view} />
    </div>
  );
}

/** Shows a text about the identity check, and the form or link for the player's next step. */
export function IdentityCheck({ view }: { view: IdentityView }) {
  const { text, reason, privacy, form, completeProfile } = view;
  return (
    <>
      {reason ? (
        <p className="cashier__text">
          <strong>{reason.label}</strong> {reason.text}
        </p>
      ) : null}
      <p className="cashier__text">{text}</p>
      {privacy ? (
        <p className="cashier__text">
          <a href={privacy.href}>{privacy.text}</a>
        </p>
      ) : null}
      {form ? <AccountForm view={form} staysHere /> : null}
      {completeProfile ? (
        <Link className="button button--primary" to={accountRoutes.profileEdit.path}>
          {completeProfile}
        </Link>
      ) : null}
    </>
  );
}
