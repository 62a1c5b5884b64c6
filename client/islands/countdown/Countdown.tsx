import { useNow } from '../../stores/clock.ts';
import { useLive } from '../../stores/live.ts';
import { chipText, remainingAt, twoDigits } from './remaining.ts';

export interface CountdownLabels {
  days: string;
  hours: string;
  minutes: string;
  seconds: string;
  /** Unit after the days of the short form: "2 d 04:10". */
  dayUnit: string;
  /** Shown instead of the start once it has passed: "Drawing now". */
  drawing: string;
}

export interface CountdownProps {
  /** ISO instant. */
  startsAt: string;
  /** The start in words, in the site's time zone. */
  startsText: string;
  variant: 'hero' | 'chip';
  labels: CountdownLabels;
}

const units = ['days', 'hours', 'minutes', 'seconds'] as const;

/**
 * Time until a draw, by the server's clock (spec §4): dashes of the same width until the browser knows the time, zeros
 * once it has passed. Screen readers read the absolute time and no ticks.
 */
export function Countdown({ startsAt, startsText, variant, labels }: CountdownProps) {
  useLive();
  const nowMs = useNow();
  const left = nowMs === null ? null : remainingAt(Date.parse(startsAt), nowMs);
  const isOver = left !== null && units.every((unit) => left[unit] === 0);
  const state = isOver ? labels.drawing : startsText;
  return (
    <div className={`countdown countdown--${variant}${isOver ? ' is-over' : ''}`}>
      <div className="countdown__clock" role="timer" aria-live="off" aria-label={state}>
        {variant === 'hero' ? (
          units.map((unit) => (
            <span className="countdown__unit" key={unit}>
              <span className="countdown__value">{left ? twoDigits(left[unit]) : '--'}</span>{' '}
              <span className="countdown__label">{labels[unit]}</span>
            </span>
          ))
        ) : (
          <span className="countdown__value">{left ? chipText(left, labels.dayUnit) : '--:--:--'}</span>
        )}
      </div>
      <time className="countdown__at" dateTime={startsAt}>
        {state}
      </time>
    </div>
  );
}
