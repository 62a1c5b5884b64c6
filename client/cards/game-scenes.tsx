import type { ReactElement } from 'react';
import { Ball, Coin, Floor, Tile } from './art-parts.tsx';

const hits = new Set([2, 5, 8, 9, 13, 14, 18, 19, 23, 26]);
const gilded = 19;

function kenoTone(place: number): string {
  if (place === gilded) return 'art-gold';
  return hits.has(place) ? 'art-red' : 'art-steel';
}

/** One illustration for each game, by the name of the game's emblem. Illustration.tsx describes the grid. */
export const gameScenes: Record<string, ReactElement> = {
  daily: (
    <>
      <path className="art-line" d="M160 18v18M84 44l12 14M236 44l-12 14M46 102h18M256 102h18" />
      <path className="art-gold" d="M92 134a68 68 0 0 1 136 0z" />
      <path className="art-steel" d="M40 132h240v8H40z" />
      <Ball x={70} y={160} r={19} tone="light" text="4" />
      <Ball x={115} y={160} r={19} tone="light" text="11" />
      <Ball x={160} y={160} r={19} tone="red" text="23" />
      <Ball x={205} y={160} r={19} tone="light" text="31" />
      <Ball x={250} y={160} r={19} tone="light" text="36" />
    </>
  ),
  pick3: (
    <>
      <Floor width={120} />
      <Tile x={82} y={110} text="7" />
      <Tile x={238} y={110} text="4" />
      <Tile x={160} y={96} text="0" lit />
    </>
  ),
  jackpot: (
    <>
      <Floor width={110} />
      <Coin x={74} y={160} r={20} />
      <Coin x={104} y={148} r={20} />
      <Coin x={248} y={158} r={20} />
      <Coin x={222} y={142} r={16} />
      <Ball x={160} y={122} r={54} tone="gold" text="49" />
      <path className="art-red" d="m112 28 22 18 26-30 26 30 22-18-10 46H122z" />
      <g className="art-gold">
        <circle cx="112" cy="26" r="6" />
        <circle cx="160" cy="14" r="6" />
        <circle cx="208" cy="26" r="6" />
      </g>
    </>
  ),
  keno: (
    <>
      {[0, 1, 2, 3].map((row) =>
        [0, 1, 2, 3, 4, 5, 6].map((column) => (
          <rect
            className={kenoTone(row * 7 + column)}
            key={`${row}.${column}`}
            x={51 + column * 32}
            y={38 + row * 32}
            width="26"
            height="26"
            rx="6"
          />
        )),
      )}
    </>
  ),
  raffle: (
    <>
      <Floor width={100} />
      <g transform="rotate(-14 160 110)">
        <path className="art-deep" d="M68 62h184v26a13 13 0 0 0 0 26v26H68v-26a13 13 0 0 0 0-26z" />
      </g>
      <g transform="rotate(4 160 110)">
        <path className="art-gold" d="M68 66h184v26a13 13 0 0 0 0 26v26H68v-26a13 13 0 0 0 0-26z" />
        <path className="art-cut" d="M208 74v70" strokeDasharray="6 6" />
        <text className="art-text" x="138" y="118">
          48215
        </text>
      </g>
    </>
  ),
  symbols: (
    <>
      <Floor width={120} />
      <rect className="art-steel" x="34" y="46" width="252" height="112" rx="18" />
      <path className="art-dark" d="M48 60h68v84H48zM126 60h68v84h-68zM204 60h68v84h-68z" />
      <path className="art-red" d="M82 70c16 22 16 42 0 64-16-22-16-42 0-64z" />
      <path
        className="art-deep"
        d="M56 96c16 4 24 16 26 38-16-2-26-14-26-38zM108 96c-16 4-24 16-26 38 16-2 26-14 26-38z"
      />
      <path className="art-gold" d="m160 72 9 20 21 2-16 14 5 22-19-12-19 12 5-22-16-14 21-2z" />
      <path className="art-light" d="m238 70 22 30-22 34-22-34z" />
      <path className="art-mid" d="M238 70v64l22-34z" />
    </>
  ),
  jaldi: (
    <>
      <Floor width={70} />
      <path className="art-line" d="M34 80h44M24 106h40M38 132h34" />
      <circle className="art-steel" cx="170" cy="108" r="66" />
      <path className="art-steel" d="M158 24h24v24h-24zM226 44l14 14-14 14-14-14z" />
      <circle className="art-dark" cx="170" cy="108" r="52" />
      <path className="art-gold" d="m182 66-42 50h24l-8 36 44-54h-26z" />
    </>
  ),
};
