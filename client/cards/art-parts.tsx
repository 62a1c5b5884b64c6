/** A lottery ball with a colour, a light disc for the number, and a gloss. */
export function Ball({
  x,
  y,
  r,
  tone,
  text,
}: {
  x: number;
  y: number;
  r: number;
  tone: 'gold' | 'red' | 'light' | 'steel';
  text: string;
}) {
  return (
    <g transform={`translate(${x} ${y}) scale(${r / 50})`}>
      <circle className={`art-${tone}`} r="50" />
      <path className="art-shade" d="M44-24A50 50 0 1 1-38 33 50 50 0 0 0 44-24z" />
      {text ? (
        <>
          <circle className={tone === 'light' ? 'art-mid' : 'art-light'} r="25" />
          <text className="art-text" y="12">
            {text}
          </text>
        </>
      ) : null}
      <path className="art-gloss" d="M-36-16c5-11 13-18 24-21" />
    </g>
  );
}

export function Coin({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${r / 20})`}>
      <circle className="art-amber" r="20" />
      <circle className="art-gold" r="14" />
    </g>
  );
}

/** The shadow under an illustration. */
export function Floor({ width }: { width: number }) {
  return <ellipse className="art-shade" cx="160" cy="176" rx={width} ry="9" />;
}

export function Tile({ x, y, text, lit = false }: { x: number; y: number; text: string; lit?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className={lit ? 'art-red' : 'art-steel'} x="-32" y="-42" width="64" height="84" rx="12" />
      <path className="art-shade" d="M-32 0h64v30a12 12 0 0 1-12 12h-40a12 12 0 0 1-12-12z" />
      <text className="art-text art-text--light" y="18">
        {text}
      </text>
    </g>
  );
}
