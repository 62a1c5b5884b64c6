import type { Game } from '../../../shared/contract/games.ts';
import type { ReturnRow } from '../../../shared/pages/fairness.ts';
import type { Words } from '../../words/words.ts';

type Play = Game['returns'][number];

function labelOf({ prizeNos, spots }: Play, game: Game, words: Words): string {
  if (spots !== null) return words.t('game_page.spots', { count: spots });
  const [prizeNo] = prizeNos;
  const tier = prizeNos.length === 1 ? game.prizeTiers.find((each) => each.prizeNo === prizeNo) : undefined;
  return tier ? words.prize(game.gameId, tier).name : words.t('game_page.every_line');
}

/** Formats the average return to the player, separately for each way to play a game. */
export function returnRowsOf(game: Game, words: Words): ReturnRow[] {
  return game.returns.map((play) => {
    const percent = words.percent(play.returnPercent);
    return {
      label: labelOf(play, game, words),
      text: play.withoutPot ? `${percent}. ${words.t('game_page.without_pot')}` : percent,
    };
  });
}
