import { codes } from '../../shared/contract/codes.ts';
import { readDrawKind } from '../../shared/domain/draw-parameters.ts';
import { type Run, Untested } from '../run.ts';
import { problemUnless, type Scenarios } from './scenario.ts';

/** Last digit of the tickets that the request asks for. */
const ending = '5';

/** Returns a search for tickets of a raffle's next draw, in the first series of the raffle. */
async function search(run: Run) {
  const { gameList } = await run.need('upcomingDraw', { action: 'upcomingDraw' });
  for (const { gameId, drawId } of gameList) {
    const kind = readDrawKind((await run.need('draws/verify', { drawId })).drawParameters);
    if (kind?.kind !== 'raffle') continue;
    const [next] = (await run.need('draws/open', { gameId })).draws;
    if (next) return { gameId, drawIds: [next.drawId], series: kind.series[0], ending };
  }
  throw new Untested('needs a raffle with a draw on sale, and there is none');
}

export const freeTicketScenarios: Scenarios = {
  'tickets/free': {
    request: search,
    mayRefuse: {
      [codes.salesOff]: 'ticket sales are switched off',
      [codes.salesClosed]: 'sales closed during the run',
    },
    problems: ({ tickets }, { data }) =>
      problemUnless(
        tickets.every(({ series, number }) => series === data.series && number.endsWith(ending)),
        'a ticket has another series or ending than the request',
      ),
  },
};
