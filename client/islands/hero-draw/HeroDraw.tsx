import type { UpcomingCard } from '../../../shared/pages/cards.ts';
import { useLiveUpcoming } from '../../stores/live.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Countdown, type CountdownLabels } from '../countdown/Countdown.tsx';

export interface HeroDrawProps {
  upcoming: UpcomingCard;
  /** The prize, shown in large type. */
  title: string;
  text: string;
  /** URL of the game's latest result. Null if there is no result. */
  latestHref: string | null;
  words: {
    /** Text with a placeholder for the draw, for example "Next draw · Golden Jackpot 6/49 · {draw}". */
    nextDraw: string;
    seeGame: string;
    checkResult: string;
  };
  countdown: CountdownLabels;
}

/** Amounts with at least this many characters need smaller type to fit on one line of a phone. */
const longAmount = 14;

/** Shows the next big draw. After this draw has taken place, the following draw replaces it. */
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
