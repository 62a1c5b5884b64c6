import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ResultCard, UpcomingCard } from '../../shared/pages/cards.ts';
import type { LatestCards } from '../../shared/pages/live.ts';
import { clock } from './clock.ts';
import { createLiveConnection } from './live-connection.ts';
import { isBehind, noNews, withLatest, withResult, withShown } from './live-state.ts';

const store = createStore(() => noNews);

/**
 * Returns '' for the default language, whose paths have no prefix. For another language, returns a prefix such as
 * '/hi'.
 */
const languagePrefix = (): string => {
  const { lang } = document.documentElement;
  return location.pathname.split('/')[1] === lang ? `/${lang}` : '';
};

const connection = createLiveConnection(
  {
    openStream: () =>
      typeof EventSource === 'undefined' ? null : new EventSource(`${languagePrefix()}/events`),
    async fetchLatest() {
      const response = await fetch(`${languagePrefix()}/results/latest.json`, {
        signal: AbortSignal.timeout(10_000),
      });
      if (!response.ok) throw new Error(`The latest results answered ${response.status}`);
      const latest: LatestCards = await response.json();
      return latest;
    },
    random: Math.random,
    isHidden: () => document.hidden,
    onVisibility(listener) {
      document.addEventListener('visibilitychange', listener);
      // `pageshow` reports that the browser has restored the page from the back-forward cache.
      addEventListener('pageshow', listener);
      return () => {
        document.removeEventListener('visibilitychange', listener);
        removeEventListener('pageshow', listener);
      };
    },
    report: (error) => reportError(error),
  },
  {
    hello: ({ now }) => clock.synchronise(now),
    result: (result) => store.setState((state) => withResult(state, result)),
    latest: (latest) => store.setState((state) => withLatest(state, latest)),
    isBehind: (draws) => isBehind(store.getState(), draws),
  },
);

let listeners = 0;

/** Keeps the live connection open while the component is mounted. All components of the page share one connection. */
export function useLive(): void {
  useEffect(() => {
    if (listeners++ === 0) connection.start();
    return () => {
      if (--listeners === 0) connection.stop();
    };
  }, []);
}

export interface LiveCard {
  card: ResultCard;
  /** True if the result arrived while the page was open. */
  isNews: boolean;
  /** True for a new draw, which is animated; false for a correction. */
  isFresh: boolean;
}

const arrivedCard = (card: ResultCard): LiveCard => ({ card, isNews: true, isFresh: card.revision === 0 });

/**
 * Returns the newest result of each game, from the document or from a live event. The games keep the order of `cards`.
 * A game without a result in the document is appended when its first result arrives.
 * @param cards one card for each game
 */
export function useLiveResults(cards: readonly ResultCard[]): LiveCard[] {
  useLive();
  const arrived = useStore(store, (state) => state.results);
  useEffect(() => store.setState((state) => withShown(state, cards)), [cards]);
  const places = cards.map((card) => {
    const news = arrived[card.gameId];
    const isNewer =
      news &&
      (news.drawNumber > card.drawNumber ||
        (news.drawNumber === card.drawNumber && news.revision > card.revision));
    return isNewer ? arrivedCard(news) : { card, isNews: false, isFresh: false };
  });
  const games = new Set(cards.map(({ gameId }) => gameId));
  const first = Object.values(arrived).filter(({ gameId }) => !games.has(gameId));
  return [...places, ...first.map(arrivedCard)];
}

/** Returns the next draw of each game, from the document or from a live event. */
export function useLiveUpcoming(cards: readonly UpcomingCard[]): UpcomingCard[] {
  useLive();
  const arrived = useStore(store, (state) => state.upcoming);
  return cards.map((card) => {
    const next = arrived[card.gameId];
    return next && next.drawNumber >= card.drawNumber ? next : card;
  });
}
