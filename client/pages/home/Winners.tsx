import type { WinnerRow } from '../../../shared/view/pages.ts';
import { GameEmblem } from '../../cards/GameEmblem.tsx';
import { Illustration } from '../../cards/Illustration.tsx';

/** The largest wins of late, under masked names. */
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
            <div>
              <p className="home-winner__who">
                <strong>{row.alias}</strong>
              </p>
              <a className="home-winner__draw" href={row.drawHref}>
                {row.gameName}, {row.drawText}
              </a>
            </div>
            <p className="home-winner__prize">
              {row.prizeText} <small>{row.prizeName}</small>
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
