import type { Transaction } from '../../db/database.ts';
import type { GameDefinition } from '../../games/catalogue.ts';
import { notifyAll } from '../../notifications/notify.ts';
import { cancelWinMails } from '../win-mails.ts';
import type { PrizeChange } from './money.ts';

interface Notice {
  drawId: string;
  game: GameDefinition;
  drawNumber: number;
  kind: 'corrected' | 'voided';
  reason: string;
  now: Date;
  /** Ids of deleted accounts. */
  deleted: ReadonlySet<string>;
}

/**
 * Notifies the players whose prizes changed, and cancels their unsent mails about the former prizes. If the draw was
 * voided, notifies everyone who bought a ticket.
 * @param stakes refunded stakes by account, in minor units
 */
export async function notifyPlayers(
  tx: Transaction,
  { drawId, game, drawNumber, kind, reason, now, deleted }: Notice,
  changes: readonly PrizeChange[],
  stakes: ReadonlyMap<string, number>,
): Promise<void> {
  const about = { game: game.name, draw: drawNumber, currencyCode: game.currencyCode, reason };
  const byAccount = new Map(
    changes.flatMap((change) =>
      change.owner.startsWith('player:') ? [[change.owner.slice('player:'.length), change] as const] : [],
    ),
  );
  await cancelWinMails(tx, drawId, [...byAccount.keys()], now);
  if (kind === 'voided') {
    const notices = [...stakes].map(([accountId, stakeMinor]) => {
      const takenMinor = byAccount.get(accountId)?.takeMinor ?? 0;
      return { accountId, data: { ...about, stakeMinor, ...(takenMinor > 0 ? { takenMinor } : {}) } };
    });
    await notifyAll(
      tx,
      'draw_voided',
      notices.filter(({ accountId }) => !deleted.has(accountId)),
      now,
    );
    return;
  }
  const notices = [...byAccount].map(([accountId, { payMinor, takeMinor }]) => ({
    accountId,
    data: {
      ...about,
      ...(payMinor > 0 ? { paidMinor: payMinor } : {}),
      ...(takeMinor > 0 ? { takenMinor: takeMinor } : {}),
    },
  }));
  await notifyAll(
    tx,
    'result_corrected',
    notices.filter(({ accountId }) => !deleted.has(accountId)),
    now,
  );
}
