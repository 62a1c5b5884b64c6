import { useNow } from '../../stores/clock.ts';
import { useLive } from '../../stores/live.ts';
import { chipText, remainingAt, twoDigits } from './remaining.ts';

export interface CountdownLabels {
  days: string;
  hours: string;
  minutes: string;
  seconds: string;
  /** Abbreviation of "days" in the short form, for example "d" in "2 d 04:10". */
  dayUnit: string;
  /** Text that replaces the start time after the start, for example "Drawing now". */
  drawing: string;
}

export interface CountdownProps {
  /** Start of the draw, as an ISO 8601 instant. */
  startsAt: string;
  /** Start of the draw, as a text in the site's time zone. */
  startsText: string;
  variant: 'hero' | 'chip';
  labels: CountdownLabels;
}

const units = ['days', 'hours', 'minutes', 'seconds'] as const;

/**
 * Shows the time until a draw, by the server's clock (spec §4). It shows dashes until the browser knows the time, and
 * zeros after the start. Screen readers read the start time instead of the ticking numbers.
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
