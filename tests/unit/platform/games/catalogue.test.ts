import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue, type GameDefinition } from '../../../../platform/games/catalogue.ts';
import { Game } from '../../../../shared/contract/games.ts';
import { readDrawKind } from '../../../../shared/domain/draw-parameters.ts';
import type { Tier } from '../../../../shared/domain/prize-tiers.ts';
import { slotAt } from '../../../../shared/domain/schedule.ts';

const bootUrl = new URL('../../../../config/boot_config.json', import.meta.url);
const Boot = z.object({ resultTypes: z.record(z.string(), z.string()), goldenJaldiPrice: z.int() });
const boot = Boot.parse(JSON.parse(readFileSync(bootUrl, 'utf8')));
const gameOf = (gameId: string): GameDefinition => {
  const game = catalogue.find((candidate) => candidate.gameId === gameId);
  if (!game) throw new Error(`no game ${gameId}`);
  return game;
};

/**
 * Returns the name of the bet to which a prize tier belongs. A ticket line is one bet. It can win only the tiers of
 * this bet.
 */
function playOf({ rule }: Tier): string {
  if (rule.kind === 'keno') return `${rule.spots} spots`;
  if (rule.kind === 'digits') return `${rule.play} ${rule.arrangements}`;
  if (rule.kind === 'color') return rule.on === 'number' ? 'number' : rule.keys.join(' or ');
  return 'line';
}

/**
 * Returns the average return of a line for each bet, in percent of the line's price. The return includes the part of
 * the price that goes into the jackpot.
 */
function returns(game: GameDefinition): Record<string, number> {
  const minor: Record<string, number> = {};
  for (const tier of game.tiers)
    minor[playOf(tier)] = (minor[playOf(tier)] ?? 0) + tier.prizeAmount / (tier.oddsOneIn ?? Number.NaN);
  const grown = (game.jackpot?.sharePermille ?? 0) / 10;
  return Object.fromEntries(
    Object.entries(minor).map(([play, paid]) => [play, (paid / game.ticketPriceMinor) * 100 + grown]),
  );
}

describe('the catalogue', () => {
  it('has the seven games in the order of the configured result types', () => {
    expect(catalogue.map((game, index) => [String(index + 1), game.gameId])).toEqual(
      Object.entries(boot.resultTypes),
    );
    expect(new Set(catalogue.map((game) => game.slug)).size).toBe(7);
  });

  it('sells Golden Jaldi at the price in the site’s configuration', () => {
    expect(gameOf('jaldi').ticketPriceMinor).toBe(boot.goldenJaldiPrice);
  });

  it.each(catalogue.map((game) => [game.gameId, game] as const))(
    'maps %s to a game that matches the contract',
    (_, game) => {
      const { ticketPriceMinor: ticketPrice, tiers: prizeTiers, kind: drawParameters } = game;
      const mapped = { ...game, ticketPrice, prizeTiers, drawParameters, maxLinesPerPurchase: 50 };
      expect(Game.safeParse(mapped).error).toBeUndefined();
      expect(readDrawKind(JSON.parse(JSON.stringify(game.kind)))).toEqual(game.kind);
    },
  );

  it('has more Keno prizes than one table on the draw page can hold', () => {
    expect(gameOf('keno').tiers.length).toBeGreaterThan(13);
  });

  it('has one shared prize, a jackpot that starts at ₹4 crore', () => {
    expect(gameOf('jackpot').jackpot?.startMinor).toBe(4_00_00_000_00);
    expect(
      catalogue.flatMap((game) => game.tiers.filter((tier) => tier.shared).map(() => game.gameId)),
    ).toEqual(['jackpot']);
  });

  it('opens the sales of each game at least ten draws ahead', () => {
    for (const game of catalogue) {
      expect(game.salesOpenSeconds).toBeGreaterThan(game.salesCloseSeconds);
      for (let number = 11; number < 60; number += 1) {
        const at = (n: number) => slotAt(game.schedule, n, 'Asia/Kolkata').getTime() / 1000;
        expect(game.salesOpenSeconds).toBeGreaterThanOrEqual(at(number) - at(number - 10));
      }
    }
  });
});

describe('the average return of a ticket line', () => {
  // These figures detect a prize with a wrong number of digits. Update the figures when the prizes change.
  it.each([
    ['daily', { line: 61.16 }],
    ['pick3', { 'straight 1': 75, 'box 3': 75, 'box 6': 75 }],
    ['jackpot', { line: 58.08 }],
    [
      'keno',
      {
        '1 spots': 62.5,
        '2 spots': 60.13,
        '3 spots': 58.97,
        '4 spots': 61.54,
        '5 spots': 57.7,
        '6 spots': 58.85,
        '7 spots': 55.46,
        '8 spots': 56.8,
        '9 spots': 56.34,
        '10 spots': 59.94,
      },
    ],
    ['raffle', { line: 60 }],
    ['symbols', { line: 64.62 }],
    ['jaldi', { number: 70, violet: 69.09, 'green or red': 69.09 }],
  ] as const)('equals the specified percentages for %s', (gameId, decided) => {
    const rounded = Object.entries(returns(gameOf(gameId))).map(([play, percent]) => [
      play,
      Number(percent.toFixed(2)),
    ]);
    expect(Object.fromEntries(rounded)).toEqual(decided);
  });

  it.each([
    ['daily', 50, 65],
    ['pick3', 50, 75],
    ['jackpot', 50, 65],
    ['keno', 50, 65],
    ['raffle', 50, 65],
    ['symbols', 50, 75],
    ['jaldi', 50, 75],
  ] as const)('is within the allowed range for every bet in %s: %i to %i %%', (gameId, least, most) => {
    for (const percent of Object.values(returns(gameOf(gameId)))) {
      expect(percent).toBeGreaterThanOrEqual(least);
      expect(percent).toBeLessThanOrEqual(most + 1e-9);
    }
  });

  it('is based on prizes that decrease from each tier of a bet to the next tier', () => {
    for (const { tiers } of catalogue)
      for (const [index, tier] of tiers.entries())
        for (const later of tiers.slice(index + 1).filter((other) => playOf(other) === playOf(tier)))
          expect(later.prizeAmount).toBeLessThan(tier.prizeAmount);
  });
});
