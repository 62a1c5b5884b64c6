import type { PlayedDraw, PlayedLine } from '../../../shared/contract/play-history.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { prizeNameOf } from '../../../shared/translate.ts';
import {
  amountColumn,
  gameChoice,
  heading,
  lineView,
  moment,
  money,
  stateCell,
  symbolMark,
} from './cells.ts';
import { listScreen } from './list-screen.tsx';
import type { MarksView } from './list-view.ts';

/** `/my-accounts/games`: the draws that the player took part in, with the matches of each line. */
export const playedGamesScreen = listScreen({
  route: 'playedGames',
  call: 'transaction/gameHistorySummary',
  hasDays: true,
  hasFile: true,
  choices: [gameChoice],
  read: ({ from, to, cursor, draws }) => ({ from, to, cursor, rows: draws }),
  rowKey: ({ drawId }) => drawId,
  columns: [
    {
      key: 'game',
      look: 'main',
      label: heading('game'),
      cell: (row: PlayedDraw, wording) => ({
        text: `${row.gameName} · ${row.drawNumber}`,
        detail: moment(row.drawStartDate, wording),
      }),
    },
    {
      key: 'state',
      look: 'plain',
      label: heading('state'),
      cell: ({ state }, wording) => stateCell(state, { pending: 'waiting', voided: 'bad' }, wording),
    },
    {
      key: 'numbers',
      look: 'wide',
      label: heading('numbers'),
      cell: ({ tNumbers }, wording) => ({
        text: '',
        lines: tNumbers.length > 0 ? [drawnView(tNumbers, wording)] : [],
      }),
    },
    {
      key: 'lines',
      look: 'wide',
      label: heading('lines'),
      cell: (row, wording) => ({
        text: '',
        lines: row.lines.map((line) => lineView(line.line, wording, line.matched, winOf(line, row, wording))),
      }),
    },
    amountColumn<PlayedDraw>('staked', ({ totalPrice }) => totalPrice),
    amountColumn<PlayedDraw>('won', ({ wonAmount }) => wonAmount),
  ],
});

const drawnView = (drawn: PlayedDraw['tNumbers'], { t }: AccountWording): MarksView => ({
  look: drawn.some(({ isImage }) => isImage) ? 'symbols' : 'numbers',
  marks: drawn.map(({ tNumber, isImage }) =>
    isImage ? symbolMark(tNumber, t) : { text: tNumber, isHit: false },
  ),
  note: '',
});

const winOf = (
  { prizeNo, prizeName, wonAmount, isRefused }: PlayedLine,
  { gameId, currencyCode }: PlayedDraw,
  wording: AccountWording,
): string => {
  if (prizeNo === null || prizeName === null) return '';
  const outcome = isRefused ? wording.t('summary.refused') : money(wonAmount, currencyCode, wording);
  return `${prizeNameOf(wording.t, gameId, { prizeNo, prizeName })} · ${outcome}`;
};
