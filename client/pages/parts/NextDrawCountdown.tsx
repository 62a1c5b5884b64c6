import type { UpcomingCard } from '../../../shared/pages/cards.ts';
import { Countdown } from '../../islands/countdown/Countdown.tsx';
import { countdownLabels } from '../../islands/countdown/countdown-labels.ts';
import { Island } from '../../islands/island.tsx';
import { useT } from '../../layout/Strings.tsx';

/** Shows the time until a draw. The countdown hydrates when it becomes visible. */
export function NextDrawCountdown({
  upcoming: { startsAt, startsText },
  variant,
}: {
  upcoming: UpcomingCard;
  variant: 'hero' | 'chip';
}) {
  const t = useT();
  return (
    <Island
      name="countdown"
      of={Countdown}
      when="visible"
      props={{ startsAt, startsText, variant, labels: countdownLabels(t) }}
    />
  );
}
