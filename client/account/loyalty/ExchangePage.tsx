import { Link } from 'react-router-dom';
import type { FormView } from '../../../shared/pages/form.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import { FormSkeleton } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, unanswered } from '../screen.ts';
import { RewardEmblem } from './RewardEmblem.tsx';
import { pointsText, type RewardView, rewardView } from './reward-view.ts';

type ExchangeView =
  | {
      kind: 'ready';
      reward: RewardView;
      facts: { label: string; text: string }[];
      form: FormView;
    }
  /** The exchange is not possible. */
  | { kind: 'none'; title: string; text: string; back: string };

/** `/loyalty-shop/exchange`: shows what an exchange takes and gives, and asks the player to confirm it. */
export const loyaltyExchangeScreen: Screen = {
  async load(request) {
    const { call, query, submitted, wording } = request;
    const { t } = wording;
    const state = submitted?.name === 'loyalty-exchange' ? submitted.state : null;
    const rewardId = state?.values['reward'] ?? query['reward'];
    const [result, games] = await Promise.all([call('loyalty/list', {}), call('gameList', {})]);
    if (result.kind !== 'ok') return unanswered(result, wording);
    const gameList = games.kind === 'ok' ? games.data.gameList : [];
    const offer = result.data.rewards.find((each) => each.rewardId === rewardId);
    const reward = offer ? rewardView(offer, result.data, gameList, wording) : null;
    const back = t('form.loyalty-exchange.back');
    if (!offer || !reward) {
      const view: ExchangeView = {
        kind: 'none',
        title: t('account.loyalty.gone_title'),
        text: t('account.loyalty.gone_text'),
        back,
      };
      return { kind: 'shown', view };
    }
    if (reward.lacking) {
      const view: ExchangeView = { kind: 'none', title: reward.title, text: reward.lacking.text, back };
      return { kind: 'shown', view };
    }
    const form = await loadForm('loyalty-exchange', request, { values: { reward: offer.rewardId } });
    if (form.kind !== 'shown') return form;
    const { loyaltyBalance } = result.data;
    const view: ExchangeView = {
      kind: 'ready',
      reward,
      facts: [
        { label: t('account.loyalty.price'), text: reward.price },
        { label: t('account.loyalty.before'), text: pointsText(loyaltyBalance, wording) },
        { label: t('account.loyalty.after'), text: pointsText(loyaltyBalance - offer.points, wording) },
      ],
      form: form.view,
    };
    return { kind: 'shown', view };
  },
  Component: () => <ScreenContent Content={Exchange} skeleton={<FormSkeleton />} />,
};

function Exchange({ view }: { view: ExchangeView }) {
  if (view.kind === 'none')
    return (
      <div className="list__empty">
        <h3>{view.title}</h3>
        <p>{view.text}</p>
        <Link className="button button--primary" to="/loyalty-shop">
          {view.back}
        </Link>
      </div>
    );
  const { reward, facts, form } = view;
  return (
    <div className="exchange">
      <div className="exchange__reward">
        <RewardEmblem game={reward.game} />
        <div>
          <h3 className="reward__title">{reward.title}</h3>
          <p className="reward__detail">{reward.detail}</p>
        </div>
      </div>
      <dl className="exchange__facts">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <AccountForm view={form} />
    </div>
  );
}
