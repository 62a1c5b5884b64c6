import type { FormView } from '../../../shared/pages/form.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import { formScreen } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, unanswered } from '../screen.ts';
import { Sessions } from './Sessions.tsx';
import { type SessionsView, sessionsView } from './security-view.ts';

interface SecurityView {
  password: { title: string; text: string; form: FormView };
  sessions: SessionsView;
}

/** `/my-accounts/security`: the player's open sessions, and the form that replaces the password. */
export const securityScreen: Screen = {
  async load(request) {
    const { wording, call, submitted } = request;
    const { t } = wording;
    const [listed, password] = await Promise.all([
      call('accounts/listSessions', {}),
      loadForm('change-password', request),
    ]);
    if (listed.kind !== 'ok') return unanswered(listed, wording);
    if (password.kind !== 'shown') return password;
    const problem = submitted?.name === 'end-session' ? submitted.state.problem : null;
    const view: SecurityView = {
      password: {
        title: t('account.page.securityPassword'),
        text: t('account.security.password_text'),
        form: password.view,
      },
      sessions: sessionsView(listed.data.sessions, problem && t(problem.key), wording),
    };
    return { kind: 'shown', view };
  },
  Component: () => <ScreenContent Content={Security} skeleton={<SecuritySkeleton />} />,
};

/** `/my-accounts/security/password`: the form that replaces the password, on a page of its own. */
export const passwordScreen = formScreen('change-password');

function Security({ view: { password, sessions } }: { view: SecurityView }) {
  return (
    <div className="security">
      <Sessions view={sessions} />
      <section className="account-form">
        <h3 className="security__title">{password.title}</h3>
        <p className="security__text">{password.text}</p>
        <AccountForm view={password.form} staysHere />
      </section>
    </div>
  );
}

function SecuritySkeleton() {
  return (
    <div className="security">
      <span className="skeleton skeleton--card" />
      <span className="skeleton skeleton--card" />
    </div>
  );
}
