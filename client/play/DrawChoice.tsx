import { useId } from 'react';
import { formatMoney } from '../../shared/format-money.ts';
import type { Formats } from '../../shared/pages/form.ts';
import type { PlayDraw } from '../../shared/pages/game.ts';
import type { Translate } from '../../shared/translate.ts';
import { chipText, remainingAt } from '../islands/countdown/remaining.ts';
import { useNow } from '../stores/clock.ts';

interface DrawChoiceProps {
  /** Draws on sale, soonest first. */
  draws: readonly PlayDraw[];
  chosen: readonly PlayDraw[];
  /** Number of the chosen draw for which sales have just closed. Null if there is none. */
  closed: number | null;
  currencyCode: string;
  formats: Formats;
  t: Translate;
  onChoose: (drawIds: string[]) => void;
}

/** The choice of one or more coming draws. A countdown shows when sales for the first chosen draw close. */
export function DrawChoice({ draws, chosen, closed, currencyCode, formats, t, onChoose }: DrawChoiceProps) {
  const id = useId();
  const [first] = chosen;
  const format = new Intl.DateTimeFormat(formats.locale, {
    timeZone: formats.timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const haveOnePrice = draws.every(({ ticketPrice }) => ticketPrice === draws[0]?.ticketPrice);
  const isChosen = ({ drawId }: PlayDraw): boolean => chosen.some((draw) => draw.drawId === drawId);
  const toggle = (toggled: PlayDraw): void =>
    onChoose(
      draws
        .filter((draw) => (draw.drawId === toggled.drawId ? !isChosen(draw) : isChosen(draw)))
        .map(({ drawId }) => drawId),
    );
  return (
    <fieldset className="play-draws">
      <legend className="play__subtitle">{t('ticket.draws')}</legend>
      <p className="play__note">{t('ticket.time_zone', { zone: zoneName(formats) })}</p>
      {draws.length === 0 ? <p className="play__note">{t('ticket.no_draws')}</p> : null}
      <ul className="play-draws__list">
        {draws.map((draw) => {
          const inputId = `${id}-${draw.drawId}`;
          return (
            <li key={draw.drawId} className="play-draws__draw">
              <input
                className="field__tick"
                id={inputId}
                type="checkbox"
                checked={isChosen(draw)}
                onChange={() => toggle(draw)}
              />
              <label htmlFor={inputId}>
                <time dateTime={draw.drawStartDate}>{format.format(new Date(draw.drawStartDate))}</time>{' '}
                <span className="play__note">
                  {t('ticket.draw', { number: draw.drawNumber })}
                  {haveOnePrice ? '' : ` · ${formatMoney(draw.ticketPrice, currencyCode, formats)}`}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      <output className="play__note play-draws__closed">
        {closed === null
          ? ''
          : `${t('ticket.closed', { number: closed })} ${
              first ? t('ticket.chosen_now', { number: first.drawNumber }) : ''
            }`}
      </output>
      {first ? <Closing closesAt={first.salesCloseDate} t={t} /> : null}
    </fieldset>
  );
}

/** Counts down to the end of sales. Screen readers do not announce the changes of the timer. */
function Closing({ closesAt, t }: { closesAt: string; t: Translate }) {
  const nowMs = useNow();
  const left = nowMs === null ? null : remainingAt(Date.parse(closesAt), nowMs);
  return (
    <p className="play-draws__closing">
      {t('ticket.closes_in')}{' '}
      <strong role="timer" aria-live="off">
        {left ? chipText(left, t('ticket.day_unit')) : '--:--:--'}
      </strong>
    </p>
  );
}

/** Returns the short name of the site's time zone, for example "IST". */
function zoneName({ locale, timeZone }: Formats): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
