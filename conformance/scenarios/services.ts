import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { codes } from '../../shared/contract/codes.ts';
import { type SearchResponse, searchCategories } from '../../shared/contract/search.ts';
import { refusalProblems } from '../answers.ts';
import { mainPlayer, type Run, Untested } from '../run.ts';
import { boughtTicket } from './money.ts';
import { problemUnless, type Scenario, type Scenarios } from './scenario.ts';

/** Returns a receipt number and the mobile number of the ticket's buyer. */
const claim = async (run: Run) => {
  const { player, receipt } = await boughtTicket(run);
  return { receiptNumber: receipt.receiptNumber, ...player.mobile };
};
const unknownReceipt = 'NONE-1-0000000000';

export const claimScenarios: Scenarios = {
  'claims/sendOtp': {
    request: claim,
    async problems(answer, { run, data }) {
      const unknown = await run.need('claims/sendOtp', { ...data, receiptNumber: unknownReceipt });
      const isSame = JSON.stringify(unknown) === JSON.stringify(answer);
      return problemUnless(isSame, 'the answer reveals whether the receipt exists');
    },
  },
  'claims/status': {
    async request(run) {
      const data = await claim(run);
      await run.need('claims/sendOtp', data);
      return { ...data, otp: await run.otp(`${data.country_code}${data.mobile_no}`) };
    },
    async problems(answer, { run, data }) {
      const { receipt } = await boughtTicket(run);
      return [
        ...problemUnless(answer.drawId === receipt.drawId, 'the draw differs from the receipt’s'),
        ...problemUnless(answer.totalPrice === receipt.totalPrice, 'the price differs from the receipt’s'),
        ...refusalProblems(
          await run.ask('claims/status', data),
          codes.otpWrong,
          'the same one-time password again',
        ),
      ];
    },
  },
};

const hitProblems = (answer: SearchResponse): string[] =>
  searchCategories.flatMap((name) => {
    const { total_count: count, result } = answer[name];
    return problemUnless(result.length <= count, `${name} shows ${result.length} of ${count}`);
  });

/**
 * Searches for game names until a search has a second page in some category. Then reads and checks the second pages of
 * that search.
 */
async function nextPageProblems(run: Run): Promise<string[]> {
  const { gameList } = await run.need('gameList', {});
  for (const { name: keyword } of gameList) {
    const first = await run.need('common-search', { keyword });
    const problems: string[] = [];
    let walked = 0;
    for (const category of searchCategories) {
      const { cursor, result } = first[category];
      if (cursor === null) continue;
      walked++;
      const page = await run.need('common-search', { keyword, category, cursor });
      const shown = new Set(result.map((hit) => hit.read_more_path));
      const next = page[category].result;
      const others = searchCategories.filter((other) => other !== category);
      problems.push(
        ...problemUnless(next.length > 0, `the second page of ${category} is empty`),
        ...problemUnless(
          next.every((hit) => !shown.has(hit.read_more_path)),
          `the second page of ${category} repeats a hit`,
        ),
        ...problemUnless(
          others.every((other) => page[other].result.length === 0),
          `the second page of ${category} has hits of other categories`,
        ),
        ...refusalProblems(
          await run.ask('common-search', { keyword, cursor }),
          codes.fieldWrong,
          `a cursor of ${category} without category`,
        ),
      );
    }
    if (walked > 0) return problems;
  }
  return [];
}

export const searchScenarios: Scenarios = {
  'common-search': {
    async request(run) {
      const { gameList } = await run.need('gameList', {});
      return { keyword: gameList[0]?.name ?? 'draw' };
    },
    async problems(answer, { run, data }) {
      const withoutWord = await run.need('common-search', { keyword: '?!' });
      return [
        ...hitProblems(answer),
        ...problemUnless(answer.games.total_count > 0, `no game is found by its name ${data.keyword}`),
        ...problemUnless(
          searchCategories.every((name) => withoutWord[name].total_count === 0),
          'a keyword without a word has hits',
        ),
        ...(await nextPageProblems(run)),
      ];
    },
  },
};

export const notificationScenarios: Scenarios = {
  'notifications/list': {
    request: () => ({}),
    problems: ({ notifications, unreadCount }) => [
      ...problemUnless(
        notifications.every(
          (one, index) => index === 0 || one.timestamp <= (notifications[index - 1]?.timestamp ?? ''),
        ),
        'notifications are not newest first',
      ),
      ...problemUnless(
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
    async problems(_answer, { run, data, token }) {
      const { notifications } = await run.need('notifications/list', {}, token);
      return [
        ...problemUnless(
          notifications.every(({ id }) => id !== data.id),
          'the deleted notification is still listed',
        ),
        ...refusalProblems(
          await run.ask('notifications/delete', data, token),
          codes.notFound,
          'deleting it again',
        ),
      ];
    },
  },
};

/** Solves a captcha in the same way as ALTCHA's widget. */
async function solved(run: Run): Promise<string> {
  const { challenge } = await run.need('support/challenge', {});
  // The JSON round trip removes undefined fields, which the type of altcha-lib does not allow.
  const given: Challenge = JSON.parse(JSON.stringify(challenge));
  if (!given.parameters.algorithm.startsWith('PBKDF2/'))
    throw new Untested(`needs a solved captcha, and ${given.parameters.algorithm} is not supported`);
  const solution = await solveChallenge({ challenge: given, deriveKey });
  if (!solution) throw new Untested('needs a solved captcha, and it has no solution');
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
  async problems({ reference }, { run, data }) {
    return [
      ...problemUnless(reference !== '', 'the reference is empty'),
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
    problems: ({ games }, { data }) =>
      problemUnless(
        games.every(({ gameId }) => data.gameId === undefined || gameId === data.gameId),
        'files of other games are listed',
      ),
  },
  'news-and-trends': {
    request: () => ({ page: 1 }),
    async problems(answer, { run }) {
      const next = answer.pages > 1 ? (await run.need('news-and-trends', { page: 2 })).result : [];
      const slugs = [...answer.result, ...next].map(({ slug }) => slug);
      return [
        ...problemUnless(new Set(slugs).size === slugs.length, 'a post is listed twice'),
        ...problemUnless(
          answer.result.length <= answer.total_count,
          'total_count is smaller than the number of posts',
        ),
      ];
    },
  },
  'recent-news-and-trends': { request: () => ({}) },
  monthwisepostscount: {
    request: () => ({}),
    async problems({ months }, { run }) {
      const { total_count: count } = await run.need('news-and-trends', {});
      const sum = months.reduce((all, month) => all + month.count, 0);
      return problemUnless(sum === count, `the months have ${sum} posts, news-and-trends ${count}`);
    },
  },
};
