import { useStore } from 'zustand';
import { formatMoney } from '../../shared/format-money.ts';
import type { PlayDraw, PlayView } from '../../shared/pages/game.ts';
import type { Translate } from '../../shared/translate.ts';
import { hiddenBalance } from '../stores/hidden-balance.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { session } from '../stores/session.ts';
import { maskedAmount } from '../ui/masked-amount.ts';

interface CheckoutProps {
  view: PlayView;
  t: Translate;
  /** Number of complete lines. */
  lines: number;
  draws: readonly PlayDraw[];
  langPrefix: string;
  /** Whether the player has started a line but not completed it. */
  isIncomplete: boolean;
  onBuy: () => void;
}

/**
 * Shows the price of the ticket, the player's balance and the button that buys the ticket. Visitors must log in first.
 */
export function Checkout({ view, t, lines, draws, langPrefix, isIncomplete, onBuy }: CheckoutProps) {
  const { currencyCode, formats, odds, game } = view;
  const player = useStore(session, (state) => state.player);
  const money = (amount: number) => formatMoney(amount, currencyCode, formats);
  const groups = drawsByPrice(draws);
  const total = groups.reduce((sum, { ticketPrice, count }) => sum + ticketPrice * lines * count, 0);
  const isReady = lines > 0 && draws.length > 0;
  const balance = player?.currencyCode === currencyCode ? player.totalBalance : undefined;
  const isShort = balance !== undefined && balance < total;
  return (
    <div className="checkout">
      <h3 className="play__subtitle">{t('ticket.price')}</h3>
      <p className="checkout__sum">
        {groups
          .map(({ ticketPrice, count }) =>
            t('ticket.sum', {
              lines: t('ticket.lines_count', { count: lines }),
              draws: t('ticket.draws_count', { count }),
              price: money(ticketPrice),
            }),
          )
          .join(' + ')}
      </p>
      <p className="checkout__total" aria-live="polite">
        {money(total)}
      </p>
      {odds === '' ? null : (
        <p className="play__note">
          {odds}. <a href="#prizes">{t('ticket.all_odds')}</a>
        </p>
      )}
      {isIncomplete ? <p className="play__note">{t('ticket.incomplete_left_out')}</p> : null}
      {player || isPlayerPresent() ? (
        <>
          {balance === undefined ? null : <Balance balance={balance} money={money} t={t} />}
          <p className="play__note">{t('ticket.paid_order')}</p>
          {isShort ? (
            <p className="checkout__short">
              {t('ticket.short')} <a href={`${langPrefix}/deposit`}>{t('ticket.deposit')}</a>
            </p>
          ) : null}
          <button
            className="button button--primary checkout__buy"
            type="button"
            disabled={!isReady}
            onClick={onBuy}
          >
            {isReady ? t('ticket.buy', { price: money(total) }) : t('ticket.buy_nothing')}
          </button>
        </>
      ) : (
        <>
          <p className="play__note">{t('ticket.visitor')}</p>
          <div className="play__actions">
            <a
              className="button button--primary"
              href={`${langPrefix}/login?to=${encodeURIComponent(game.gameHref)}`}
              data-popup="1"
            >
              {t('ticket.log_in')}
            </a>
            <a
              className="button button--secondary"
              href={`${langPrefix}/signup?to=${encodeURIComponent(game.gameHref)}`}
              data-popup="2"
            >
              {t('ticket.sign_up')}
            </a>
          </div>
        </>
      )}
    </div>
  );
}

/** Returns each price of a line once, with the number of chosen draws that have this price. */
function drawsByPrice(draws: readonly PlayDraw[]): { ticketPrice: number; count: number }[] {
  const prices = [...new Set(draws.map(({ ticketPrice }) => ticketPrice))];
  return prices.map((ticketPrice) => ({
    ticketPrice,
    count: draws.filter((draw) => draw.ticketPrice === ticketPrice).length,
  }));
}

function Balance({
  balance,
  money,
  t,
}: {
  balance: number;
  money: (amount: number) => string;
  t: Translate;
}) {
  const isHidden = useStore(hiddenBalance, (state) => state.isHidden);
  return (
    <p className="checkout__balance">
      {t('ticket.balance')}{' '}
      {isHidden ? (
        <strong>
          <span aria-hidden="true">{maskedAmount}</span>
          <span className="visually-hidden">{t('ticket.hidden')}</span>
        </strong>
      ) : (
        <strong>{money(balance)}</strong>
      )}
    </p>
  );
}
