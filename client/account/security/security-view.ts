import { codes } from '../../../shared/contract/codes.ts';
import type { OpenSession } from '../../../shared/contract/security.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { moment } from '../list/cells.ts';

export interface SessionView {
  id: string;
  /** Names of the browser and the operating system. */
  device: string;
  facts: { label: string; text: string }[];
  isCurrent: boolean;
  /** Accessible name of the button that ends this session. */
  endLabel: string;
}

export interface SessionsView {
  sessions: SessionView[];
  /** The error message if a session could not be ended, or null. */
  problem: string | null;
  texts: ReturnType<typeof sessionsTexts>;
  logoutHref: string;
}

/** Error codes with which the site or the platform can refuse to end a session. */
const refusalCodes = [codes.callUnknown, codes.accountSuspended, codes.tooManyTries, codes.technicalIssue];

const sessionsTexts = ({ t }: AccountWording) => ({
  title: t('account.security.sessions_title'),
  text: t('account.security.sessions_text'),
  current: t('account.security.current'),
  logOut: t('account.security.log_out'),
  end: t('form.end-session.submit'),
  endOthers: t('account.security.end_others'),
  ended: t('form.end-session.done_text'),
  endedBefore: t('form.end-session.ended_before'),
  /** Error messages. The keys are the codes with which the call can be refused. */
  refusals: Object.fromEntries(refusalCodes.map((code) => [code, t(`code.${code}`)])),
});

export function sessionsView(
  sessions: readonly OpenSession[],
  problem: string | null,
  wording: AccountWording,
): SessionsView {
  const { t, langPrefix } = wording;
  return {
    sessions: sessions.map((session) => {
      const device = deviceOf(session, wording);
      return {
        id: session.sessionId,
        device,
        facts: [
          { label: t('account.security.started'), text: moment(session.createdAt, wording) },
          { label: t('account.security.last_used'), text: moment(session.lastUsedAt, wording) },
        ],
        isCurrent: session.current,
        endLabel: t('account.security.end_named', { device }),
      };
    }),
    problem,
    texts: sessionsTexts(wording),
    logoutHref: `${langPrefix}/logout`,
  };
}

function deviceOf({ browser, system }: OpenSession, { t }: AccountWording): string {
  if (browser !== null && system !== null) return t('account.security.device', { browser, system });
  return browser ?? system ?? t('account.security.unknown');
}
