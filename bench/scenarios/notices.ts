import { loadavg } from 'node:os';
import type { Scenario } from '../bench.ts';
import type { NoticeProgress, Readers } from '../fill/readers.ts';
import type { Question } from '../full-platform.ts';
import type { MailServer } from '../mail-server.ts';
import { buyRound, clients, openMarket } from '../market.ts';
import { type Notices, whileSending } from '../notice-sender.ts';
import { median } from '../statistics.ts';

const tickets = 10_000;
const readers = 100_000;
const fewestRounds = 6;

/**
 * Compares purchases in two kinds of rounds: while a notice is sent to 100,000 players, and while no notice is sent.
 * All players want the notice by mail, and the platform sends the mails at the same time. The rounds alternate until
 * all players are notified.
 */
export const notices: Scenario = {
  name: 'notices',
  budgets: ['notices'],
  async run(bench) {
    const mailServer = await bench.run<MailServer>('bench/mail-server.ts', [], {});
    const market = await openMarket(bench, 'notices', tickets, {
      env: {
        MAIL_URL: mailServer.said.url,
        MAIL_FROM: 'no-reply@lotto.example',
        SUPPORT_EMAIL: 'support@lotto.example',
      },
    });
    const { platform, dataDir } = market;
    await platform.ask<Readers>({ do: 'readers', count: readers } satisfies Question);
    const sent: Notices = { dataDir, finished: 0 };
    let progress: NoticeProgress = { notified: 0, mailed: 0 };
    const quietRound = async () => (await buyRound(market)).perSecond;
    const sendingRound = async () => {
      const { perSecond } = await whileSending(bench, sent, () => buyRound(market));
      const before = progress.notified;
      progress = await platform.ask<NoticeProgress>({ do: 'deleteWaitingMails' } satisfies Question);
      if (progress.notified === before) throw new Error('no player was notified during a round');
      return perSecond;
    };
    // Warm up, because the first purchases run unoptimised code.
    await quietRound();
    const measured: { quiet: number; sending: number }[] = [];
    while (measured.length < fewestRounds || progress.notified < readers) {
      // Alternate the kind of round that runs first, so that a slowdown of the machine affects both kinds equally.
      if (measured.length % 2 === 0) {
        const quiet = await quietRound();
        measured.push({ quiet, sending: await sendingRound() });
      } else {
        const sending = await sendingRound();
        measured.push({ quiet: await quietRound(), sending });
      }
    }
    bench.measured('notices', median(measured.map(({ quiet, sending }) => sending / quiet)));
    bench.say(
      `Purchases from ${clients} clients: ${median(measured.map(({ quiet }) => quiet)).toFixed(0)} a second, ` +
        `${median(measured.map(({ sending }) => sending)).toFixed(0)} while notices are sent ` +
        `(${progress.notified.toLocaleString('en')} players notified, ${progress.mailed.toLocaleString('en')} mails ` +
        `sent in ${measured.length} rounds); load of the machine ${loadavg()[0]?.toFixed(1)}`,
    );
    await platform.stop();
    await mailServer.stop();
  },
};
