import type { ReactElement } from 'react';
import { Ball, Coin, Floor } from './art-parts.tsx';
import { articleScenes } from './article-scenes.tsx';
import { gameScenes } from './game-scenes.tsx';

/**
 * Scenes on a 320 × 200 grid for a dark background. Every fill and stroke is a class, so that the design tokens set
 * the colours.
 */
const scenes: Record<string, ReactElement> = {
  ...gameScenes,
  ...articleScenes,
  balls: (
    <>
      <Floor width={106} />
      <Ball x={100} y={118} r={46} tone="gold" text="7" />
      <Ball x={228} y={126} r={38} tone="light" text="31" />
      <Ball x={166} y={94} r={60} tone="red" text="49" />
    </>
  ),
  ticket: (
    <>
      <Floor width={100} />
      <g transform="rotate(7 160 100)">
        <path className="art-steel" d="M76 44h182v32a15 15 0 0 0 0 30v38H76v-38a15 15 0 0 0 0-30z" />
      </g>
      <g transform="rotate(-6 160 100)">
        <path className="art-light" d="M70 48h182v32a15 15 0 0 0 0 30v38H70v-38a15 15 0 0 0 0-30z" />
        <path className="art-red" d="M70 48h136v24H70z" />
        <path className="art-cut" d="M206 54v88" strokeDasharray="7 7" />
        <g className="art-mid">
          <circle cx="90" cy="96" r="9" />
          <circle cx="142" cy="96" r="9" />
          <circle cx="194" cy="96" r="9" />
          <circle cx="116" cy="124" r="9" />
          <circle cx="168" cy="124" r="9" />
        </g>
        <g className="art-gold">
          <circle cx="116" cy="96" r="9" />
          <circle cx="168" cy="96" r="9" />
          <circle cx="90" cy="124" r="9" />
          <circle cx="142" cy="124" r="9" />
          <circle cx="194" cy="124" r="9" />
        </g>
        <path className="art-mid" d="M220 92h18v6h-18zM220 104h18v6h-18zM220 116h12v6h-12z" />
      </g>
    </>
  ),
  shield: (
    <>
      <Floor width={76} />
      <path
        className="art-steel"
        d="M160 22c20 15 44 22 70 22v44c0 46-28 74-70 92-42-18-70-46-70-92V44c26 0 50-7 70-22z"
      />
      <path className="art-red" d="M160 36c17 11 36 17 58 18v34c0 39-22 63-58 79z" />
      <path className="art-deep" d="M160 36c-17 11-36 17-58 18v34c0 39 22 63 58 79z" />
      <path className="art-gold-line" d="m130 100 22 22 42-46" />
    </>
  ),
  calendar: (
    <>
      <Floor width={90} />
      <rect className="art-light" x="86" y="40" width="148" height="128" rx="14" />
      <path className="art-red" d="M86 76V54a14 14 0 0 1 14-14h120a14 14 0 0 1 14 14v22z" />
      <path className="art-line" d="M120 28v24M200 28v24" />
      <g className="art-mid">
        <path d="M104 90h20v16h-20zM134 90h20v16h-20zM164 90h20v16h-20zM194 90h20v16h-20zM104 114h20v16h-20zM134 114h20v16h-20zM194 114h20v16h-20zM104 138h20v16h-20zM134 138h20v16h-20zM164 138h20v16h-20z" />
      </g>
      <circle className="art-gold" cx="174" cy="122" r="17" />
      <path className="art-cut" d="m167 122 5 5 9-10" />
    </>
  ),
  chart: (
    <>
      <path className="art-line" d="M64 30v136h196" />
      <path className="art-steel" d="M84 128h30v36H84zM126 104h30v60h-30z" />
      <path className="art-deep" d="M168 84h30v80h-30z" />
      <path className="art-red" d="M210 56h30v108h-30z" />
      <path className="art-gold-line" d="m78 104 46-28 42-12 58-32" />
      <g className="art-gold">
        <circle cx="124" cy="76" r="7" />
        <circle cx="166" cy="64" r="7" />
        <circle cx="224" cy="32" r="9" />
      </g>
    </>
  ),
  phone: (
    <>
      <Floor width={64} />
      <rect className="art-steel" x="112" y="20" width="96" height="156" rx="18" />
      <rect className="art-dark" x="119" y="30" width="82" height="136" rx="10" />
      <path className="art-line" d="M150 25h20" />
      <path className="art-mid" d="M131 106h58v7h-58zM131 121h40v7h-40z" />
      <rect className="art-red" x="131" y="138" width="58" height="17" rx="8" />
      <Ball x={160} y={70} r={26} tone="gold" text="G" />
      <path
        className="art-line"
        d="M228 62c9 9 9 23 0 32M244 48c17 17 17 43 0 60M92 62c-9 9-9 23 0 32M76 48c-17 17-17 43 0 60"
      />
    </>
  ),
  gift: (
    <>
      <Floor width={92} />
      <path className="art-red" d="M88 92h144v76H88z" />
      <path className="art-deep" d="M88 92h144v16H88z" />
      <rect className="art-red" x="78" y="66" width="164" height="32" rx="6" />
      <path className="art-gold" d="M146 66h28v102h-28z" />
      <path
        className="art-gold-line"
        d="M160 64c-14-34-56-38-54-14 1 14 30 14 54 14zm0 0c14-34 56-38 54-14-1 14-30 14-54 14z"
      />
      <Coin x={256} y={152} r={16} />
      <Coin x={66} y={156} r={12} />
    </>
  ),
  handshake: (
    <>
      <path className="art-steel" d="m24 84 62-36 34 58-62 36z" />
      <path className="art-deep" d="m296 84-62-36-34 58 62 36z" />
      <path
        className="art-light"
        d="m92 66 30-8c14-4 26 2 38 0l34-6 30 54-12 14-56 40c-8 5-14 3-18-3l-30-38-10 2z"
      />
      <path className="art-mid" d="m160 58 34-6 34 54-12 12-12 8-36-30-22 14c-10 6-22-2-16-12z" />
      <path className="art-cut" d="m150 140 14 16M166 132l16 14M182 122l14 12" />
      <path className="art-gold-line" d="M160 18v16M118 26l8 12M202 26l-8 12" />
    </>
  ),
  map: (
    <>
      <Floor width={104} />
      <path className="art-light" d="m60 58 66-20v116l-66 20zM194 58l66-20v116l-66 20z" />
      <path className="art-mid" d="m126 38 68 20v116l-68-20z" />
      <path className="art-cut" d="M82 140c18-36 40 6 58-26s40 2 44-8" strokeDasharray="8 8" />
      <path
        className="art-red"
        d="M206 26c20 0 34 15 34 33 0 22-22 34-34 55-12-21-34-33-34-55 0-18 14-33 34-33z"
      />
      <circle className="art-light" cx="206" cy="60" r="13" />
      <circle className="art-gold" cx="82" cy="142" r="8" />
    </>
  ),
  trophy: (
    <>
      <Floor width={70} />
      <path className="art-gold-line" d="M118 48H88c0 36 14 50 38 54M202 48h30c0 36-14 50-38 54" />
      <path className="art-gold" d="M112 30h96c0 58-8 92-48 96-40-4-48-38-48-96z" />
      <path className="art-amber" d="M160 30h48c0 58-8 92-48 96zM152 124h16v26h-16z" />
      <path className="art-deep" d="M126 150h68l8 26h-84z" />
      <path className="art-light" d="m160 52 8 16 18 3-13 12 3 18-16-8-16 8 3-18-13-12 18-3z" />
      <path className="art-line" d="M52 40h14M59 33v14M258 116h14M265 109v14M68 128h8M72 124v8" />
    </>
  ),
  scale: (
    <>
      <Floor width={84} />
      <path className="art-steel" d="M154 40h12v124h-12zM116 160h88v14h-88z" />
      <path className="art-line" d="m76 62 168-22M76 62l-30 56M76 62l30 56M244 40l-30 56M244 40l30 56" />
      <circle className="art-gold" cx="160" cy="50" r="11" />
      <Ball x={76} y={98} r={20} tone="red" text="" />
      <Ball x={244} y={76} r={20} tone="light" text="" />
      <path
        className="art-mid"
        d="M38 118h76c0 20-16 32-38 32s-38-12-38-32zM206 96h76c0 20-16 32-38 32s-38-12-38-32z"
      />
    </>
  ),
  heart: (
    <>
      <Floor width={80} />
      <path
        className="art-red"
        d="M160 168C96 124 80 96 80 72c0-26 20-42 42-42 16 0 30 8 38 24 8-16 22-24 38-24 22 0 42 16 42 42 0 24-16 52-80 96z"
      />
      <path className="art-deep" d="M160 168V54c8-16 22-24 38-24 22 0 42 16 42 42 0 24-16 52-80 96z" />
      <path className="art-gold-line" d="M96 98h34l12-22 20 42 14-28 8 8h40" />
      <path className="art-gloss" d="M98 66c2-12 10-20 20-20" />
    </>
  ),
};

const names = new Set(Object.keys(scenes));

/** Returns the shapes of an illustration. For an unknown name, returns shapes that show balls. */
export const sceneOf = (name: string): ReactElement | undefined => scenes[names.has(name) ? name : 'balls'];

/** A decorative picture for an article, a promotion or a game. For an unknown name, the picture shows balls. */
export function Illustration({ name }: { name: string }) {
  return (
    <svg className="art" viewBox="0 0 320 200" aria-hidden="true" focusable="false">
      {sceneOf(name)}
    </svg>
  );
}
