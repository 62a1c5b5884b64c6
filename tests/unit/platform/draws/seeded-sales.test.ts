import { describe, expect, it } from 'vitest';
import {
  lastSeededSaleMs,
  nextSeededSaleMs,
  seededTickets,
  seededTicketsDue,
} from '../../../../platform/draws/seeded-sales.ts';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import { encodeLine, isLine } from '../../../../shared/domain/draw-kinds.ts';

const open = Date.parse('2026-11-18T12:00:00Z');
const onSale = (populationSold: number) => ({
  populationTarget: 100,
  populationSold,
  salesOpenAt: new Date(open),
  salesCloseAt: new Date(open + 1_003_000),
});

describe('seeded sales', () => {
  it('spread the tickets evenly over the sales period', () => {
    expect(seededTicketsDue(onSale(0), new Date(open - 1000))).toBe(0);
    expect(seededTicketsDue(onSale(0), new Date(open + 500_000))).toBe(50);
    expect(seededTicketsDue(onSale(30), new Date(open + 500_000))).toBe(20);
  });

  it('begin at most two days before sales close', () => {
    const draw = { ...onSale(0), salesOpenAt: new Date(open - 70 * 86_400_000) };
    const firstMs = draw.salesCloseAt.getTime() - 2 * 86_400_000;
    expect(seededTicketsDue(draw, new Date(firstMs))).toBe(0);
    expect(seededTicketsDue(draw, new Date(firstMs + 86_400_000))).toBe(50);
    expect(nextSeededSaleMs(draw)).toBeGreaterThan(firstMs);
  });

  it('sell the last ticket before sales close', () => {
    const draw = onSale(0);
    expect(lastSeededSaleMs(draw)).toBeLessThan(draw.salesCloseAt.getTime());
    expect(seededTicketsDue(draw, new Date(lastSeededSaleMs(draw)))).toBe(100);
  });

  it('sell the next ticket exactly at the time that nextSeededSaleMs returns', () => {
    for (const sold of [0, 37, 99]) {
      const dueMs = nextSeededSaleMs(onSale(sold));
      expect(seededTicketsDue(onSale(sold), new Date(dueMs))).toBe(1);
      expect(seededTicketsDue(onSale(sold), new Date(dueMs - 1))).toBe(0);
    }
    expect(nextSeededSaleMs(onSale(100))).toBe(Number.POSITIVE_INFINITY);
  });

  it.each(catalogue)('sell valid lines at the ticket price of $gameId', (game) => {
    const tickets = seededTickets(game, `${game.gameId}-9`, 0, 50, new Date(open));
    expect(tickets).toHaveLength(50);
    expect(tickets.every(({ line }) => isLine(game.kind, line))).toBe(true);
    expect(new Set(tickets.map(({ stakeMinor }) => stakeMinor))).toEqual(new Set([game.ticketPriceMinor]));
  });

  it('never sell a raffle ticket twice', () => {
    const raffle = catalogue.find(({ gameId }) => gameId === 'raffle');
    if (!raffle) throw new Error('no raffle');
    const first = seededTickets(raffle, 'raffle-9', 0, 2000, new Date(open));
    const sold = new Set(first.map(({ line }) => encodeLine(raffle.kind, line)));
    const second = seededTickets(raffle, 'raffle-9', 2000, 2000, new Date(open), sold);
    const all = [...first, ...second].map(({ line }) => encodeLine(raffle.kind, line));
    expect(new Set(all).size).toBe(4000);
  });
});
