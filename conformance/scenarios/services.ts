import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { codes } from '../../shared/contract/codes.ts';
import { type SearchResponse, searchCategories } from '../../shared/contract/search.ts';
import { refusalProblems } from '../answers.ts';
import { mainPlayer, type Run, Untested } from '../run.ts';
import { boughtTicket } from './money.ts';
import { type Scenario, type Scenarios, unless } from './scenario.ts';

/** A receipt with the mobile it was bought with. */
const claim = async (run: Run) => {
  const { player, receipt } = await boughtTicket(run);
  return { receiptNumber: receipt.receiptNumber, ...player.mobile };
};
/** A receipt that nobody holds. */
const noReceipt = 'NONE-1-0000000000';

export const claimScenarios: Scenarios = {
  'claims/sendOtp': {
    request: claim,
    async means(answer, { run, data }) {
      const nobodys = await run.need('claims/sendOtp', { ...data, receiptNumber: noReceipt });
      const told = JSON.stringify(nobodys) === JSON.stringify(answer);
      return unless(told, 'the answer tells whether there is such a receipt');
    },
  },
  'claims/status': {
    async request(run) {
      const data = await claim(run);
      await run.need('claims/sendOtp', data);
      return { ...data, otp: await run.otp(`${data.country_code}${data.mobile_no}`) };
    },
    async means(answer, { run, data }) {
      const { receipt } = await boughtTicket(run);
      return [
        ...unless(answer.drawId === receipt.drawId, 'the draw is another one than the receipt’s'),
        ...unless(answer.totalPrice === receipt.totalPrice, 'the price is another one than the receipt’s'),
        ...refusalProblems(await run.ask('claims/status', data), codes.otpWrong, 'the same code again'),
      ];
    },
  },
};

const hitProblems = (answer: SearchResponse): string[] =>
  searchCategories.flatMap((name) => {
    const { total_count: count, result } = answer[name];
    return unless(result.length <= count, `${name} shows ${result.length} of ${count}`);
  });

export const searchScenarios: Scenarios = {
  'common-search': {
    async request(run) {
      const { gameList } = await run.need('gameList', {});
      return { keyword: gameList[0]?.name ?? 'draw' };
    },
    async means(answer, { run, data }) {
      const nothing = await run.need('common-search', { keyword: '?!' });
      return [
        ...hitProblems(answer),
        ...unless(answer.games.total_count > 0, `no game is found by its name, ${data.keyword}`),
        ...unless(
          searchCategories.every((name) => nothing[name].total_count === 0),
          'what has no word in it finds something',
        ),
      ];
    },
  },
};

export const notificationScenarios: Scenarios = {
  'notifications/list': {
    request: () => ({}),
    means: ({ notifications, unreadCount }) => [
      ...unless(
        notifications.every(
          (one, index) => index === 0 || one.timestamp <= (notifications[index - 1]?.timestamp ?? ''),
        ),
        'notifications are not newest first',
      ),
      ...unless(
        unreadCount >= notifications.filter(({ isRead }) => !isRead).length,
        'unreadCount is too small',
      ),
    ],
  },
  'notifications/delete': {
    async request(run) {
      const { notifications } = await run.need('notifications/list', {}, (await mainPlayer(run)).token);
      const [first] = notifications;
      if (!first) throw new Untested('needs a notification, and a new player has none');
      return { id: first.id };
    },
    async means(_answer, { run, data, token }) {
      const { notifications } = await run.need('notifications/list', {}, token);
      return [
        ...unless(
          notifications.every(({ id }) => id !== data.id),
          'it is still listed',
        ),
        ...refusalProblems(
          await run.ask('notifications/delete', data, token),
          codes.notFound,
          'the same again',
        ),
      ];
    },
  },
};

/** As ALTCHA's widget solves it. */
async function solved(run: Run): Promise<string> {
  const { challenge } = await run.need('support/challenge', {});
  // Its optional fields are either there or not, never undefined.
  const given: Challenge = JSON.parse(JSON.stringify(challenge));
  if (!given.parameters.algorithm.startsWith('PBKDF2/'))
    throw new Untested(`needs a captcha to be solved, and ${given.parameters.algorithm} is not known here`);
  const solution = await solveChallenge({ challenge: given, deriveKey });
  if (!solution) throw new Untested('needs a captcha to be solved, and it has no solution');
  return Buffer.from(JSON.stringify({ challenge: given, solution })).toString('base64');
}

const form = (name: 'support/contact' | 'support/scheduleDemo'): Scenario<typeof name> => ({
  request: async (run) => ({
    username: 'Conformance',
    email_address: (await mainPlayer(run)).email,
    message: 'Written by the conformance test.',
    captcha: await solved(run),
    consent: 1,
  }),
  async means({ reference }, { run, data }) {
    return [
      ...unless(reference !== '', 'there is no reference'),
      ...refusalProblems(await run.ask(name, data), codes.captchaWrong, 'the same captcha again'),
      ...refusalProblems(
        await run.ask(name, { ...data, captcha: 'nothing' }),
        codes.captchaWrong,
        'an unsolved captcha',
      ),
    ];
  },
});

export const supportScenarios: Scenarios = {
  'support/challenge': { request: () => ({}) },
  'support/contact': form('support/contact'),
  'support/scheduleDemo': form('support/scheduleDemo'),
};

export const contentScenarios: Scenarios = {
  'games/listfolders': { request: () => ({ userLanguge: 'en' }) },
  'download/games': {
    async request(run) {
      const { gameList } = await run.need('gameList', {});
      const [first] = gameList;
      return first ? { gameId: first.gameId } : {};
    },
    means: ({ games }, { data }) =>
      unless(
        games.every(({ gameId }) => data.gameId === undefined || gameId === data.gameId),
        'files of other games',
      ),
  },
  'news-and-trends': {
    request: () => ({ page: 1 }),
    async means(answer, { run }) {
      const next = answer.pages > 1 ? (await run.need('news-and-trends', { page: 2 })).result : [];
      const slugs = [...answer.result, ...next].map(({ slug }) => slug);
      return [
        ...unless(new Set(slugs).size === slugs.length, 'a post comes twice'),
        ...unless(answer.result.length <= answer.total_count, 'total_count is smaller than what is shown'),
      ];
    },
  },
  'recent-news-and-trends': { request: () => ({}) },
  monthwisepostscount: {
    request: () => ({}),
    async means({ months }, { run }) {
      const { total_count: count } = await run.need('news-and-trends', {});
      const sum = months.reduce((all, month) => all + month.count, 0);
      return unless(sum === count, `the months have ${sum} posts, news-and-trends ${count}`);
    },
  },
};
