import { Link } from 'react-router-dom';
import { BreakBanner } from '../limits/BreakBanner.tsx';
import { type BreakView, withBreak } from '../limits/load-break.ts';
import { Marks } from '../list/Marks.tsx';
import { ScreenContent, SkeletonCards } from '../ScreenContent.tsx';
import { type Screen, type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';
import { RewardEmblem } from './RewardEmblem.tsx';
import type { RewardView } from './reward-view.ts';
import { type ShopView, shopView, type TicketView } from './shop-view.ts';

/** `/loyalty-shop`: the player's points, and the rewards that players can buy with points. */
export const loyaltyShopScreen: Screen = {
  load: withBreak(loadShop),
  Component: () => <ScreenContent Content={Shop} skeleton={<ShopSkeleton />} />,
};

async function loadShop(request: ScreenRequest): Promise<ScreenAnswer<ShopView>> {
  const { call, wording } = request;
  const [result, games, ticket] = await Promise.all([
    call('loyalty/list', {}),
    call('gameList', {}),
    receivedTicket(request),
  ]);
  if (result.kind !== 'ok') return unanswered(result, wording);
  const gameList = games.kind === 'ok' ? games.data.gameList : [];
  return { kind: 'shown', view: shopView(result.data, gameList, ticket, wording) };
}

/**
 * Returns the ticket that the player has just received for points, or null. The ticket is read from the player's own
 * purchases, so that a forged link shows no ticket.
 */
async function receivedTicket({ call, query }: ScreenRequest) {
  const { receipt } = query;
  if (receipt === undefined) return null;
  const result = await call('transaction/purchaseSummary', {});
  if (result.kind !== 'ok') return null;
  return result.data.purchases.find(({ receiptNumber }) => receiptNumber === receipt) ?? null;
}

function Shop({ view }: { view: ShopView & { pause: BreakView } }) {
  const { balance, ticket, rewards, texts, how, pause } = view;
  return (
    <div className="shop">
      <BreakBanner {...pause} />
      <section className="balance balance--total">
        <h3 className="balance__label">{balance.label}</h3>
        <p className="balance__amount">{balance.points}</p>
        <p className="balance__note">
          {balance.note} <Link to="/my-accounts/transactions?kind=loyalty">{balance.link}</Link>
        </p>
      </section>
      {ticket ? <ReceivedTicket ticket={ticket} /> : null}
      {rewards.length > 0 ? (
        <section>
          <h3 className="shop__title">{texts.rewards}</h3>
          <ul className="shop__rewards">
            {rewards.map((reward) => (
              <Reward key={reward.rewardId} reward={reward} exchange={texts.exchange} />
            ))}
          </ul>
        </section>
      ) : (
        <div className="list__empty">
          <h3>{texts.emptyTitle}</h3>
          <p>{texts.emptyText}</p>
        </div>
      )}
      <section className="shop__how">
        <h3 className="shop__title">{texts.howTitle}</h3>
        <ul>
          {how.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function ReceivedTicket({ ticket }: { ticket: TicketView }) {
  return (
    <section className="shop__ticket">
      <h3 className="shop__title">{ticket.title}</h3>
      <p>
        <strong>{ticket.game}</strong>
        <span className="list__detail">{ticket.time}</span>
      </p>
      <Marks lines={ticket.lines} texts={ticket} />
      <p className="shop__receipt">
        {ticket.receipt} <Link to="/my-accounts/tickets">{ticket.link}</Link>
      </p>
    </section>
  );
}

function Reward({ reward, exchange }: { reward: RewardView; exchange: string }) {
  const { rewardId, title, detail, price, game, lacking } = reward;
  return (
    <li className="reward">
      <RewardEmblem game={game} />
      <h4 className="reward__title">{title}</h4>
      <p className="reward__detail">{detail}</p>
      <p className="reward__price">{price}</p>
      {lacking ? (
        <label className="bonus__progress reward__lacking">
          <span>{lacking.text}</span>
          <progress value={lacking.points} max={lacking.price} />
        </label>
      ) : (
        <Link
          className="button button--secondary"
          to={`/loyalty-shop/exchange?reward=${rewardId}`}
          aria-label={`${exchange}: ${title}`}
        >
          {exchange}
        </Link>
      )}
    </li>
  );
}

function ShopSkeleton() {
  return (
    <div className="shop">
      <span className="skeleton shop__skeleton" />
      <SkeletonCards count={2} />
    </div>
  );
}
