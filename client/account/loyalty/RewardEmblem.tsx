import { GameEmblem } from '../../cards/GameEmblem.tsx';
import type { RewardView } from './reward-view.ts';

/** Shows the emblem of a reward. A ticket has the emblem of its game, and a bonus has the picture of a gift. */
export function RewardEmblem({ game }: Pick<RewardView, 'game'>) {
  if (game) return <GameEmblem name={game.name} accent={game.accent} />;
  return (
    <span className="emblem" data-accent="gold" aria-hidden="true">
      <svg viewBox="0 0 32 32" focusable="false">
        <path d="M4 11h24v5H4zM6 18h20v9H6z" />
        <path className="emblem__line" d="M16 10c-7 1-7-6-3-6 2 0 3 3 3 6 0-3 1-6 3-6 4 0 4 7-3 6" />
        <path className="emblem__cut" d="M16 12v14" />
      </svg>
    </span>
  );
}
