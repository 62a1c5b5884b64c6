import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts } from '../../../client/i18n/texts.ts';
import { Board } from '../../../client/play/boards/Board.tsx';
import type { Draft, FindTickets } from '../../../client/play/boards/board.ts';
import { type DrawKind, isLine } from '../../../shared/domain/draw-kinds.ts';
import type { Accent } from '../../../shared/pages/cards.ts';
import type { Translate } from '../../../shared/translate.ts';

const symbols = ['lotus', 'lamp', 'bell', 'kite', 'mango', 'feather', 'drum', 'crown', 'star'];
const games: Record<string, { gameName: string; accent: Accent; kind: DrawKind }> = {
  daily: {
    gameName: 'Golden Daily 5/36',
    accent: 'amber',
    kind: { kind: 'balls', pool: 36, picks: 5, bonus: 0 },
  },
  pick3: { gameName: 'Golden Pick 3', accent: 'blue', kind: { kind: 'digits', digits: 3 } },
  jackpot: {
    gameName: 'Golden Jackpot 6/49',
    accent: 'gold',
    kind: { kind: 'balls', pool: 49, picks: 6, bonus: 1 },
  },
  keno: {
    gameName: 'Golden Keno 20/80',
    accent: 'red',
    kind: { kind: 'keno', pool: 80, drawn: 20, spots: { min: 1, max: 10 } },
  },
  raffle: {
    gameName: 'Golden Raffle',
    accent: 'violet',
    kind: { kind: 'raffle', series: ['62A', '62B', '62C', '62D', '62E'], numberDigits: 5, prizes: [] },
  },
  symbols: { gameName: 'Lucky Symbols', accent: 'teal', kind: { kind: 'symbols', symbols, picks: 4 } },
  jaldi: {
    gameName: 'Golden Jaldi',
    accent: 'green',
    kind: {
      kind: 'color',
      numbers: 10,
      colors: [
        { key: 'violet', numbers: [0, 5] },
        { key: 'green', numbers: [1, 3, 7, 9] },
        { key: 'red', numbers: [2, 4, 6, 8] },
      ],
    },
  },
};

/** Searches a fixed list instead of calling the platform. No ticket ends with 999, and a search for 500 fails. */
const findTickets: FindTickets = ({ series, ending }) =>
  Promise.resolve(
    ending === '500'
      ? null
      : ['10203', '48215', '70999']
          .filter((number) => number.endsWith(ending) && ending !== '999')
          .map((number) => ({ series: series || '62D', number })),
  );

// Import this component dynamically, because the test page loads only the styles of dynamically imported modules.
const { LineView } = await import('../../../client/play/boards/LineView.tsx');

function Page({ t }: { t: Translate }) {
  const name = new URLSearchParams(location.search).get('game') ?? '';
  const [line, setLine] = useState<Draft>(null);
  const game = games[name];
  if (!game) return <h1>Unknown game</h1>;
  const { kind, gameName, accent } = game;
  return (
    <>
      <h1>{gameName}</h1>
      <Board
        game={{ gameName, iconName: name, accent }}
        kind={kind}
        line={line}
        onChange={setLine}
        t={t}
        label="Line 1"
        findTickets={findTickets}
      />
      <p>{line && isLine(kind, line) ? <LineView kind={kind} line={line} t={t} /> : null}</p>
      <output hidden>{JSON.stringify(line)}</output>
    </>
  );
}

document.documentElement.lang = new URLSearchParams(location.search).get('lang') ?? 'en';
await import('../../../client/styles/main.css');
const t = await loadTexts(['play']);
const main = document.querySelector('main');
if (main) {
  main.className = 'container page-body';
  createRoot(main).render(<Page t={t} />);
}
