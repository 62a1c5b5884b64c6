import type { UpcomingCard } from '../../../shared/pages/cards.ts';
import { useLiveUpcoming } from '../../stores/live.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Countdown, type CountdownLabels } from '../countdown/Countdown.tsx';

export interface HeroDrawProps {
  upcoming: UpcomingCard;
  /** What can be won, large. */
  title: string;
  text: string;
  /** Page of the game's latest result, or null where there is none. */
  latestHref: string | null;
  words: {
    /** "Next draw · Golden Jackpot 6/49 · {draw}": the draw comes in here. */
    nextDraw: string;
    seeGame: string;
    checkResult: string;
  };
  countdown: CountdownLabels;
}

/** From so many characters on the amount needs a smaller type to stay on one line of a telephone. */
const longAmount = 14;

/** The next big draw; once it is drawn, the one after. */
export function HeroDraw({ upcoming, title, text, latestHref, words, countdown }: HeroDrawProps) {
  const [next = upcoming] = useLiveUpcoming([upcoming]);
  const amount = next === upcoming ? title : next.jackpotText;
  return (
    <>
      <h1 id="hero-title">
        <span className="hero__kicker">{words.nextDraw.replace('{draw}', () => next.drawText)}</span>{' '}
        <span className={amount.length < longAmount ? 'hero__amount' : 'hero__amount hero__amount--long'}>
          {amount}
        </span>
      </h1>
      {text ? <p className="hero__text">{text}</p> : null}
      <div className="hero__countdown">
        <Countdown
          key={next.drawId}
          startsAt={next.startsAt}
          startsText={next.startsText}
          variant="hero"
          labels={countdown}
        />
      </div>
      <p className="hero__actions">
        <LinkButton href={next.gameHref}>{words.seeGame}</LinkButton>
        {latestHref ? (
          <LinkButton href={latestHref} look="secondary">
            {words.checkResult}
          </LinkButton>
        ) : null}
      </p>
    </>
  );
}
