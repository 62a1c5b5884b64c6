import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { codes } from '../../../shared/contract/codes.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { callApi } from '../../api/call-api.ts';
import { useAccountFrame } from '../account-frame.ts';
import { useNotice } from '../account-notice.ts';
import { FactList } from '../FactList.tsx';
import type { SessionsView, SessionView } from './security-view.ts';

const { path } = accountRoutes.security;

/** The list of the player's open sessions. Each session except the current one has a button that ends it. */
export function Sessions({ view }: { view: SessionsView }) {
  const { sessions, problem, texts } = view;
  return (
    <section className="security__sessions">
      <h3 className="security__title">{texts.title}</h3>
      <p className="security__text">{texts.text}</p>
      {problem === null ? null : (
        <p className="form__alert" role="alert">
          {problem}
        </p>
      )}
      <ul className="sessions">
        {sessions.map((session) => (
          <Session key={session.id} session={session} view={view} />
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) ? (
        <EndForm sessionId="others" view={view}>
          {texts.endOthers}
        </EndForm>
      ) : null}
    </section>
  );
}

function Session({ session, view }: { session: SessionView; view: SessionsView }) {
  const { id, device, facts, isCurrent, endLabel } = session;
  const { texts, logoutHref } = view;
  return (
    <li className={isCurrent ? 'session session--current' : 'session'}>
      <div className="session__head">
        <h4 className="session__device">{device}</h4>
        {isCurrent ? <span className="list__state list__state--good">{texts.current}</span> : null}
      </div>
      <FactList className="session__facts" facts={facts} />
      {isCurrent ? (
        <a
          className="button button--secondary"
          href={logoutHref}
          data-popup="5"
          data-popup-props='{"type":"logout","showCancelButton":true}'
        >
          {texts.logOut}
        </a>
      ) : (
        <EndForm sessionId={id} label={endLabel} view={view}>
          {texts.end}
        </EndForm>
      )}
    </li>
  );
}

/** A button that ends a session. Without script it submits the form `end-session` (shared/forms/security.ts). */
function EndForm({
  sessionId,
  label,
  view: { texts },
  children,
}: {
  sessionId: string;
  label?: string;
  view: SessionsView;
  children: ReactNode;
}) {
  const { langPrefix } = useAccountFrame();
  const navigate = useNavigate();
  const showNotice = useNotice();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const end = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const result = await callApi('accounts/endSession', { sessionId });
    setBusy(false);
    const isGone = result.kind === 'refused' && result.firstCode === codes.notFound;
    setRefusal(result.kind === 'refused' && !isGone ? result.firstCode : null);
    if (result.kind !== 'ok' && !isGone) return;
    showNotice(isGone ? texts.endedBefore : texts.ended);
    await navigate(path, { replace: true });
  };

  return (
    <form method="post" action={`${langPrefix}${path}`} onSubmit={(event) => void end(event)}>
      <input type="hidden" name="sessionId" value={sessionId} />
      {/* A disabled button would lose the focus, and the player would have to search for it after a failure. */}
      <button className="button button--secondary" type="submit" aria-label={label} aria-disabled={isBusy}>
        {children}
      </button>
      {refusal === null ? null : (
        <p className="field__error" role="alert">
          {texts.refusals[refusal] ?? texts.refusals[codes.technicalIssue]}
        </p>
      )}
    </form>
  );
}
