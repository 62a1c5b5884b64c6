import { lineText } from '../../../shared/check/line-texts.ts';
import type { PurchaseRow } from '../../../shared/contract/play-history.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { addressWithLines } from '../../play/ticket-places.ts';
import { amountColumn, fixedChoice, gameChoice, heading, lineView, moment, stateCell } from './cells.ts';
import { listScreen } from './list-screen.tsx';

const outcomes = ['open', 'won', 'lost', 'voided'];

/** Returns the URL of the page that checks numbers, with the lines and the draw of a purchase filled in. */
function checkHref({ gameId, drawNumber, lines }: PurchaseRow, { t, langPrefix }: AccountWording): string {
  const numbers = lines.map((line) => lineText(line, t)).join('\n');
  const query = new URLSearchParams({ game: gameId, draw: String(drawNumber), numbers });
  return `${langPrefix}/check?${query}#check-answers`;
}

/** `/my-accounts/tickets`: the player's purchases with their lines and wins. */
export const ticketsScreen = listScreen({
  route: 'tickets',
  call: 'transaction/purchaseSummary',
  hasDays: true,
  hasFile: true,
  choices: [fixedChoice('outcome', 'links', heading('state'), outcomes, 'account.outcome'), gameChoice],
  read: ({ from, to, cursor, purchases }) => ({ from, to, cursor, rows: purchases }),
  rowKey: ({ receiptNumber }) => receiptNumber,
  columns: [
    {
      key: 'game',
      look: 'main',
      label: heading('game'),
      cell: (row: PurchaseRow, wording) => ({
        text: `${row.gameName} · ${row.drawNumber}`,
        detail: `${wording.t('summary.draw_time')}: ${moment(row.drawStartDate, wording)}`,
      }),
    },
    {
      key: 'state',
      look: 'plain',
      label: heading('state'),
      cell: (row, wording) => {
        if (row.refusal)
          return { text: wording.t('summary.refused'), tone: 'bad', detail: row.refusal.reason };
        return row.state === 'drawn'
          ? {
              text: wording.t(row.wonAmount > 0 ? 'account.outcome.won' : 'account.outcome.lost'),
              tone: row.wonAmount > 0 ? 'good' : 'plain',
            }
          : stateCell(row.state, { open: 'waiting', pending: 'waiting', voided: 'bad' }, wording);
      },
    },
    {
      key: 'lines',
      look: 'wide',
      label: heading('lines'),
      cell: (row, wording) => ({
        text: '',
        lines: row.lines.map((line) => lineView(line, wording)),
        links: [
          {
            href: addressWithLines(`${wording.langPrefix}/games/${row.gameId}`, row.lines),
            text: wording.t('account.play.again'),
          },
          { href: checkHref(row, wording), text: wording.t('account.play.check') },
        ],
      }),
    },
    {
      key: 'receipt',
      look: 'wide',
      label: heading('receipt'),
      cell: (row, wording) => ({ text: row.receiptNumber, detail: moment(row.boughtAt, wording) }),
    },
    amountColumn<PurchaseRow>('price', ({ totalPrice }) => totalPrice),
    amountColumn<PurchaseRow>('won', ({ wonAmount }) => wonAmount),
  ],
});
