import type { PlayerLimits } from '../../../shared/contract/limits.ts';
import { formatMoney } from '../../../shared/format-money.ts';
import type { MoneyFormat } from '../../../shared/pages/frame.ts';
import type { Translate } from '../../../shared/translate.ts';
import { FactList } from '../../account/FactList.tsx';
import { callApi } from '../../api/call-api.ts';
import { loadSettings } from '../../api/settings.ts';
import { session } from '../../stores/session.ts';
import { secondsSinceLogin } from '../../stores/session-time.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatDuration } from '../../ui/format-duration.ts';
import { useLogout } from '../message/use-logout.ts';
import type { PopupContext } from '../popup.ts';

interface RealityCheckProps extends PopupContext {
  facts: { label: string; text: string }[];
  hasFigures: boolean;
}

/**
 * The reality check: how long the session has lasted, and what the player has staked and won during the session.
 * @throws if the session has ended, so that no dialog opens
 */
export async function prepareRealityCheck(context: PopupContext) {
  const [{ boot }, answer] = await Promise.all([
    loadSettings(),
    callApi('limits/get', {}, { isQuiet: true }),
  ]);
  const time = session.getState().player?.session;
  if (!time || answer.kind === 'session-expired') throw new Error('The session has ended');
  const { lang } = document.documentElement;
  const locale = boot.languages.find(({ code }) => code === lang)?.locale ?? lang;
  const { t } = context;
  const facts = [
    { label: t('reality_check.time'), text: formatDuration(secondsSinceLogin(time), locale) },
    ...(answer.kind === 'ok' ? figures(answer.data, { locale, currency: boot.currencyFormat }, t) : []),
  ];
  return <RealityCheck {...context} facts={facts} hasFigures={answer.kind === 'ok'} />;
}

function figures(
  { currencyCode, session: { staked, won } }: PlayerLimits,
  format: MoneyFormat,
  t: Translate,
) {
  const net = won - staked;
  const money = (amount: number) => formatMoney(amount, currencyCode, format);
  return [
    { label: t('reality_check.stake'), text: money(staked) },
    { label: t('reality_check.won'), text: money(won) },
    { label: t('reality_check.net'), text: (net > 0 ? '+' : '') + money(net) },
  ];
}

function RealityCheck(props: RealityCheckProps) {
  const { t, langPrefix, close, facts, hasFigures } = props;
  const { isBusy, problem, logOut } = useLogout(props);
  return (
    <Dialog
      title={t('reality_check.title')}
      closeLabel={t('popup.close')}
      initialFocus=".button--primary"
      className="reality-check"
      onClose={close}
    >
      <p>{t('reality_check.text')}</p>
      <FactList className="reality-check__facts" facts={facts} />
      {hasFigures ? null : <p>{t('reality_check.no_figures')}</p>}
      {problem === null ? null : (
        <p className="message__problem" role="alert">
          {t(`code.${problem}`)}
        </p>
      )}
      <div className="message__actions" aria-busy={isBusy}>
        <form method="dialog">
          <button className="button button--primary" type="submit">
            {t('reality_check.continue')}
          </button>
        </form>
        <a className="button button--secondary" href={`${langPrefix}/my-accounts/limits`}>
          {t('reality_check.limits')}
        </a>
        <button
          className="button button--secondary"
          type="button"
          aria-disabled={isBusy}
          onClick={() => void logOut()}
        >
          {t('popup.logout_confirm')}
        </button>
      </div>
    </Dialog>
  );
}
