import { describe, expect, it } from 'vitest';
import {
  lastTicketMs,
  nextTicketMs,
  populationTickets,
  ticketsWanted,
} from '../../../../platform/draws/sell-tickets.ts';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import { encodeLine, isLine } from '../../../../shared/domain/draw-kinds.ts';

const open = Date.parse('2026-11-18T12:00:00Z');
const onSale = (populationSold: number) => ({
  populationTarget: 100,
  populationSold,
  salesOpenAt: new Date(open),
  salesCloseAt: new Date(open + 1_003_000),
});

describe('seeded players', () => {
  it('buy evenly over the time of the sales', () => {
    expect(ticketsWanted(onSale(0), new Date(open - 1000))).toBe(0);
    expect(ticketsWanted(onSale(0), new Date(open + 500_000))).toBe(50);
    expect(ticketsWanted(onSale(30), new Date(open + 500_000))).toBe(20);
  });

  it('hold all their tickets before the close', () => {
    const draw = onSale(0);
    expect(lastTicketMs(draw)).toBeLessThan(draw.salesCloseAt.getTime());
    expect(ticketsWanted(draw, new Date(lastTicketMs(draw)))).toBe(100);
  });

  it('want one ticket exactly when the next is due', () => {
    for (const sold of [0, 37, 99]) {
      const dueMs = nextTicketMs(onSale(sold));
      expect(ticketsWanted(onSale(sold), new Date(dueMs))).toBe(1);
      expect(ticketsWanted(onSale(sold), new Date(dueMs - 1))).toBe(0);
    }
    expect(nextTicketMs(onSale(100))).toBe(Number.POSITIVE_INFINITY);
  });

  it.each(catalogue)('play lines of $gameId at its price', (game) => {
    const tickets = populationTickets(game, `${game.gameId}-9`, 0, 50, new Date(open));
    expect(tickets).toHaveLength(50);
    expect(tickets.every(({ line }) => isLine(game.kind, line))).toBe(true);
    expect(new Set(tickets.map(({ stakeMinor }) => stakeMinor))).toEqual(new Set([game.ticketPriceMinor]));
  });

  it('never buy a raffle ticket that is sold', () => {
    const raffle = catalogue.find(({ gameId }) => gameId === 'raffle');
    if (!raffle) throw new Error('no raffle');
    const first = populationTickets(raffle, 'raffle-9', 0, 2000, new Date(open));
    const sold = new Set(first.map(({ line }) => encodeLine(raffle.kind, line)));
    const second = populationTickets(raffle, 'raffle-9', 2000, 2000, new Date(open), sold);
    const all = [...first, ...second].map(({ line }) => encodeLine(raffle.kind, line));
    expect(new Set(all).size).toBe(4000);
  });
});
