import type { ReactElement } from 'react';
import { Ball, Coin, Floor } from './art-parts.tsx';

/** Indexes of the marked cells on the ticket in the illustration. */
const marked = new Set([2, 6, 9, 13, 15]);

/** Illustrations of single articles and promotions. Illustration.tsx describes the grid. */
export const articleScenes: Record<string, ReactElement> = {
  wallet: (
    <>
      <Floor width={100} />
      <path className="art-line" d="M128 18v10M176 10v8M214 34h12M220 28v12" />
      <Coin x={128} y={58} r={20} />
      <Coin x={178} y={46} r={24} />
      <path
        className="art-deep"
        d="M78 76h158a14 14 0 0 1 14 14v70a14 14 0 0 1-14 14H82a20 20 0 0 1-20-20V92a16 16 0 0 1 16-16z"
      />
      <path className="art-red" d="M62 94h174a14 14 0 0 1 14 14v52a14 14 0 0 1-14 14H82a20 20 0 0 1-20-20z" />
      <path className="art-light" d="M204 116h58v36h-58a18 18 0 0 1 0-36z" />
      <circle className="art-gold" cx="208" cy="134" r="8" />
    </>
  ),
  medal: (
    <>
      <Floor width={62} />
      <path className="art-red" d="M108 18h36l24 66-34 12z" />
      <path className="art-deep" d="M212 18h-36l-24 66 34 12z" />
      <circle className="art-amber" cx="160" cy="120" r="52" />
      <circle className="art-gold" cx="160" cy="120" r="41" />
      <path className="art-light" d="m160 90 9 19 21 3-15 15 3 21-18-10-18 10 3-21-15-15 21-3z" />
      <path
        className="art-line"
        d="M58 66h16M66 58v16M248 54h16M256 46v16M74 142h8M78 138v8M240 148h8M244 144v8"
      />
    </>
  ),
  magnifier: (
    <>
      <Floor width={108} />
      <g transform="rotate(-5 140 100)">
        <path className="art-light" d="M46 52h196v34a14 14 0 0 0 0 28v38H46v-38a14 14 0 0 0 0-28z" />
        <path className="art-red" d="M46 52h196v22H46z" />
        <g className="art-mid">
          <circle cx="78" cy="100" r="10" />
          <circle cx="110" cy="100" r="10" />
          <circle cx="142" cy="100" r="10" />
          <path d="M68 126h64v8H68z" />
        </g>
      </g>
      <path className="art-mid" d="m230 148 14-14 38 38-14 14z" />
      <circle className="art-steel" cx="208" cy="112" r="48" />
      <circle className="art-dark" cx="208" cy="112" r="38" />
      <path className="art-gold-line" d="m190 112 14 14 26-28" />
    </>
  ),
  slip: (
    <>
      <Floor width={104} />
      <path
        className="art-light"
        d="M68 30h150v140l-12-8-13 8-12-8-13 8-12-8-13 8-12-8-13 8-12-8-13 8-12-8-13 8z"
      />
      <path className="art-red" d="M68 30h150v20H68z" />
      {Array.from({ length: 20 }, (_, cell) => (
        <rect
          className={marked.has(cell) ? 'art-red' : 'art-mid'}
          key={cell}
          x={82 + (cell % 5) * 26}
          y={60 + Math.floor(cell / 5) * 24}
          width="18"
          height="16"
          rx="4"
        />
      ))}
      <g transform="rotate(28 238 96)">
        <path className="art-deep" d="M226 14h24v16h-24z" />
        <path className="art-gold" d="M226 30h24v96h-24z" />
        <path className="art-amber" d="M238 30h12v96h-12z" />
        <path className="art-light" d="M226 126h24l-12 28z" />
        <path className="art-dark" d="M233 142h10l-5 12z" />
      </g>
    </>
  ),
  seal: (
    <>
      <Floor width={96} />
      <Ball x={112} y={52} r={26} tone="light" text="7" />
      <Ball x={208} y={52} r={26} tone="red" text="36" />
      <Ball x={160} y={40} r={28} tone="gold" text="23" />
      <rect className="art-mid" x="70" y="66" width="180" height="108" rx="10" />
      <path className="art-light" d="m70 164 74-48h32l74 48a10 10 0 0 1-10 10H80a10 10 0 0 1-10-10z" />
      <path className="art-steel" d="M70 76a10 10 0 0 1 10-10h160a10 10 0 0 1 10 10l-90 60z" />
      <circle className="art-deep" cx="160" cy="130" r="32" />
      <circle className="art-red" cx="160" cy="130" r="25" />
      <path className="art-gold-line" d="m148 130 9 9 17-18" />
    </>
  ),
  hourglass: (
    <>
      <Floor width={64} />
      <path
        className="art-mid"
        d="M116 36h88c0 36-18 50-32 64 14 14 32 28 32 64h-88c0-36 18-50 32-64-14-14-32-28-32-64z"
      />
      <path
        className="art-dark"
        d="M125 42h70c-2 26-19 38-35 53-16-15-33-27-35-53zM160 105c16 15 33 27 35 53h-70c2-26 19-38 35-53z"
      />
      <path
        className="art-gold"
        d="M135 62h50c-5 12-14 21-25 31-11-10-20-19-25-31zM158 93h4v44h-4zM160 128c13 7 27 16 30 30h-60c3-14 17-23 30-30z"
      />
      <path className="art-red" d="M104 20h112v18H104zM104 162h112v18H104z" />
      <path className="art-line" d="M248 76v48M268 76v48M58 76h16M54 100h24M58 124h16" />
    </>
  ),
};
