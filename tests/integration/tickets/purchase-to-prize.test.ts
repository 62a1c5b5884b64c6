import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { brokenInvariants } from '../../helpers/draw-invariants.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { code, nextDraw, now, price, receipt } from './purchases.ts';

describe('draw with purchases', () => {
  it('pays the buyer of the drawn number', async () => {
    const own = await startPlatform({ now });
    try {
      await own.deps.engine.tick();
      const draw = await nextDraw(own, 'jaldi');
      const player = await fundedPlayer(own, { funds: { deposit: 110_00 } });
      const lines = Array.from({ length: 10 }, (_, number) => ({ number }));
      await receipt(player, { gameId: 'jaldi', drawId: draw.drawId, lines, idempotencyKey: randomUUID() });
      expect(await player.holds('deposit')).toBe(0);
      await drawNextJaldi(own);
      const first = own.deps.catalogue.find(({ gameId }) => gameId === 'jaldi')?.tiers[0]?.prizeAmount ?? 0;
      expect(first).toBeGreaterThan(0);
      expect(await player.holds('winnings')).toBe(first);
      // The player buys the next ticket with the winnings.
      const next = await nextDraw(own, 'jaldi');
      const again = await receipt(player, {
        gameId: 'jaldi',
        drawId: next.drawId,
        lines: [{ number: 7 }],
        idempotencyKey: randomUUID(),
      });
      expect(again.paidFrom).toEqual({ bonus: 0, deposit: 0, winnings: price });
      expect(await brokenInvariants(own.databaseUrl)).toEqual([]);
      expect((await checkLedger(own.deps.database)).findings).toEqual([]);
    } finally {
      await own.stop();
    }
  });

  it('sells no ticket after the close, even to many concurrent buyers', async () => {
    const own = await startPlatform({ now });
    try {
      await own.deps.engine.tick();
      const draw = await nextDraw(own, 'jaldi');
      const players = await Promise.all(
        Array.from({ length: 6 }, () => fundedPlayer(own, { funds: { deposit: 10_000_00 } })),
      );
      const buy = (player: FundedPlayer) =>
        code(player, {
          gameId: 'jaldi',
          drawId: draw.drawId,
          lines: [{ number: 5 }],
          idempotencyKey: randomUUID(),
        });
      let sold = 0;
      const buyers = players.map(async (player) => {
        while ((await buy(player)) === '10000') {
          sold++;
          // Sales close while the players are still buying.
          if (sold === 30) {
            own.clock.set(new Date(draw.salesCloseDate));
            await own.deps.engine.tick();
          }
        }
      });
      await Promise.all(buyers);
      await own.deps.engine.tick();
      expect(sold).toBeGreaterThanOrEqual(30);
      const [row] = await queryDatabase(
        own.databaseUrl,
        `select status, tickets_total, (select count(*)::int from tickets t where t.draw_id = d.draw_id) as tickets
         from draws d where draw_id = $1`,
        [draw.drawId],
      );
      expect(row).toEqual({ status: 'closed', tickets_total: sold, tickets: sold });
      const left = await Promise.all(players.map((player) => player.holds('deposit')));
      expect(left.reduce((sum, held) => sum + held, 0)).toBe(6 * 10_000_00 - sold * price);
      await drawNextJaldi(own);
      expect(await brokenInvariants(own.databaseUrl)).toEqual([]);
    } finally {
      await own.stop();
    }
  });
});
