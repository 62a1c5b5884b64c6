import type { WinnerRow } from '../../../shared/pages/winners.ts';
import { GameEmblem } from '../../cards/GameEmblem.tsx';
import { Illustration } from '../../cards/Illustration.tsx';

/** Shows the largest recent wins under masked names. */
export function Winners({ rows }: { rows: WinnerRow[] }) {
  return (
    <div className="home-winners">
      <div className="home-winners__side">
        <Illustration name="trophy" />
      </div>
      <ol className="home-winners__list">
        {rows.map((row, index) => (
          <li className="home-winner" key={index}>
            <GameEmblem name={row.iconName} accent={row.accent} />
            <p className="home-winner__who">{row.alias}</p>
            <p className="home-winner__prize">{row.prizeText}</p>
            <p className="home-winner__draw">
              <a href={row.drawHref}>
                {row.gameName}, {row.drawText}
              </a>
              <span>{row.prizeName}</span>
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
