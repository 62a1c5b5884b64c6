import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { queueWinMails } from '../../../platform/draws/win-mails.ts';
import { verifyMail } from '../../helpers/contact-actions.ts';
import { fund } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';

export const now = new Date('2026-11-21T12:02:00Z');
export const catalogue = gamesOf('jaldi');

/** One line for each Jaldi number. */
export const everyNumber = Array.from({ length: 10 }, (_, number) => ({ number }));

/** Creates a player who has money. By default, the player has a verified address and is subscribed to win mails. */
export async function playerOn(on: TestPlatform, { winMail = 1, isVerified = true, language = 'en' } = {}) {
  const player = await createPlayer(on);
  await fund(on, player.accountId, 'deposit', 10_000_00);
  if (isVerified) await verifyMail(on, player, player.email);
  const change = { userLanguge: language, ...(winMail === 1 ? { winMail: 1 as const } : {}) };
  const { body } = await player.call('accounts/updateUserDetails', change);
  expect(body).toMatchObject({ success: true, data: { winMail, emailVerified: isVerified } });
  return player;
}

/** Buys lines in the next Jaldi draw. By default, the lines contain all ten numbers, so that one line wins. */
export async function buyWinner(on: TestPlatform, player: TestPlayer, lines = everyNumber): Promise<void> {
  const { body } = await on.call('upcomingDraw', { action: 'upcomingDraw' });
  const drawId = body.success ? (body.data.gameList[0]?.drawId ?? '') : '';
  const order = { gameId: 'jaldi', drawId, lines, idempotencyKey: randomUUID() };
  expect((await player.call('tickets/buy', order)).body.firstCode).toBe('10000');
}

/** Queues all mails about wins of published draws. */
export async function queueAll(on: TestPlatform): Promise<void> {
  while ((await queueWinMails(on.deps)) > 0);
}

/** Runs the next Jaldi draw and queues the mails about its wins. */
export async function drawAndQueue(on: TestPlatform) {
  const drawn = await drawNextJaldi(on);
  await queueAll(on);
  return drawn;
}

/** Returns the messages of the player's notifications about wins. */
export async function notifiedWins(player: TestPlayer): Promise<string[]> {
  const { body } = await player.call('notifications/list', { tab: 'transactions' });
  return body.success ? body.data.notifications.map(({ message }) => message) : [];
}
