import { Link } from 'react-router-dom';
import type { AccountWording } from '../../../shared/pages/account.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { FactList } from '../FactList.tsx';
import { AccountForm } from '../forms/AccountForm.tsx';
import { FormSkeleton } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, type ScreenAnswer, unanswered } from '../screen.ts';
import { RewardEmblem } from './RewardEmblem.tsx';
import { pointsText, type RewardView, rewardView } from './reward-view.ts';

type ExchangeView =
  | {
      kind: 'ready';
      /**
       * The reward that the player buys. Null after a submission if the reward is unknown or the platform does not
       * answer.
       */
      reward: RewardView | null;
      facts: { label: string; text: string }[];
      form: FormView;
    }
  /** The player cannot exchange points for this reward. */
  | { kind: 'none'; title: string; text: string; back: string };

/** `/loyalty-shop/exchange`: shows the price and the reward of an exchange, and asks the player to confirm it. */
export const loyaltyExchangeScreen: Screen = {
  async load(request) {
    const { call, query, submitted, wording } = request;
    const state = submitted?.name === 'loyalty-exchange' ? submitted.state : null;
    const rewardId = state?.values['reward'] ?? query['reward'] ?? '';
    const [result, games, form] = await Promise.all([
      call('loyalty/list', {}),
      call('gameList', {}),
      loadForm('loyalty-exchange', request, { values: { reward: rewardId } }),
    ]);
    if (form.kind !== 'shown') return form;
    if (result.kind !== 'ok')
      return state
        ? shown({ kind: 'ready', reward: null, facts: [], form: form.view })
        : unanswered(result, wording);
    const offer = result.data.rewards.find((each) => each.rewardId === rewardId);
    const gameList = games.kind === 'ok' ? games.data.gameList : [];
    const reward = offer ? rewardView(offer, result.data, gameList, wording) : null;
    // Keep a submitted form with its message and its idempotency key, even if the player's points are no longer
    // sufficient. The platform may have taken the points even if its response was lost. The player can then submit the
    // form again to receive the response.
    if (!state && (!reward || reward.lacking)) return shown(impossible(reward, wording));
    const facts = offer && !reward?.lacking ? factsOf(offer.points, result.data.loyaltyBalance, wording) : [];
    return shown({ kind: 'ready', reward, facts, form: form.view });
  },
  Component: () => <ScreenContent Content={Exchange} skeleton={<FormSkeleton />} />,
};

const shown = (view: ExchangeView): ScreenAnswer<ExchangeView> => ({ kind: 'shown', view });

function impossible(reward: RewardView | null, { t }: AccountWording): ExchangeView {
  return {
    kind: 'none',
    title: reward?.title ?? t('account.loyalty.gone_title'),
    text: reward?.lacking?.text ?? t('account.loyalty.gone_text'),
    back: t('form.loyalty-exchange.back'),
  };
}

function factsOf(price: number, points: number, wording: AccountWording): { label: string; text: string }[] {
  const { t } = wording;
  return [
    { label: t('account.loyalty.price'), text: pointsText(price, wording) },
    { label: t('account.loyalty.before'), text: pointsText(points, wording) },
    { label: t('account.loyalty.after'), text: pointsText(points - price, wording) },
  ];
}

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
      {reward ? (
        <div className="exchange__reward">
          <RewardEmblem game={reward.game} />
          <div>
            <h3 className="reward__title">{reward.title}</h3>
            <p className="reward__detail">{reward.detail}</p>
          </div>
        </div>
      ) : null}
      <FactList className="exchange__facts" facts={facts} />
      <AccountForm view={form} />
    </div>
  );
}
