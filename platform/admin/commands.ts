import { type Asked, type OptionName, reasonOf } from './arguments.ts';
import { type Acting, type AdminDeps, type Outcome, timeZoneOf } from './context.ts';
import { deletePlayer } from './delete-player.ts';
import { exportPlayer } from './export-player.ts';
import { misused } from './failure.ts';
import { showLog, verifyLog } from './log-commands.ts';
import { makePromo, showPromos, stopPromo } from './promos.ts';
import { correct, voidDraw } from './results.ts';
import { showPlayer } from './show-player.ts';
import { decideIdentity, exclude, restore, suspend } from './standing.ts';
import { decide, listWithdrawals, openForPlayer } from './withdrawals.ts';
import { momentOf, numberOf } from './words.ts';

export interface Command {
  /** What follows the words, as the usage writes it. */
  shape: string;
  about: string;
  positionals: number;
  takes?: readonly OptionName[];
  needs?: readonly OptionName[];
  /** It changes something: it takes an operator's name, and is written down. */
  isAct: boolean;
  run(deps: AdminDeps, asked: Asked, acting: Acting): Promise<Outcome>;
}

function first({ positionals: [one = ''] }: Asked): string {
  return one;
}

async function untilOf(deps: AdminDeps, { values: { until } }: Asked): Promise<Date | null> {
  return until === undefined ? null : momentOf('until', until, await timeZoneOf(deps));
}

function verdictOf({ positionals: [, verdict] }: Asked): 'approved' | 'refused' {
  if (verdict === 'approve') return 'approved';
  return verdict === 'refuse'
    ? 'refused'
    : misused('an identity is approved or refused: write approve or refuse');
}

async function createAsAsked(deps: AdminDeps, asked: Asked, acting: Acting): Promise<Outcome> {
  const { values } = asked;
  const number = (option: 'percent' | 'play-through' | 'lasts' | 'uses' | 'uses-per-player') => {
    const written = values[option];
    return written === undefined ? undefined : numberOf(option, written);
  };
  const timeZone = await timeZoneOf(deps);
  const rules = {
    promoCode: first(asked),
    product: values.product,
    amounts: values.amount ?? [],
    percent: number('percent'),
    playThrough: number('play-through'),
    lastsDays: number('lasts'),
    validFrom: values.from === undefined ? null : momentOf('from', values.from, timeZone),
    validUntil: values.until === undefined ? null : momentOf('until', values.until, timeZone),
    maxUses: number('uses'),
    maxUsesPerPlayer: number('uses-per-player'),
  };
  return makePromo(deps, acting, rules, reasonOf(values));
}

/** Every command, by its words. */
export const commands: Readonly<Record<string, Command>> = {
  'withdrawals list': {
    shape: '',
    about: 'what waits for a decision, oldest first',
    positionals: 0,
    isAct: false,
    run: (deps) => listWithdrawals(deps),
  },
  'withdrawals open': {
    shape: 'PLAYER --reason TEXT [--dry-run]',
    about: 'asks for all the cash of a player who is excluded or suspended, and cannot ask himself',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      openForPlayer(deps, acting, { who: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
  'withdrawals approve': {
    shape: 'ID [--reason TEXT] [--dry-run]',
    about: 'the held money leaves the wallet',
    positionals: 1,
    takes: ['reason', 'dry-run'],
    isAct: true,
    run: (deps, asked, acting) =>
      decide(deps, acting, {
        withdrawalId: first(asked),
        decision: 'approved',
        reason: reasonOf(asked.values),
      }),
  },
  'withdrawals refuse': {
    shape: 'ID --reason TEXT [--dry-run]',
    about: 'the money goes back; the player reads the reason',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      decide(deps, acting, {
        withdrawalId: first(asked),
        decision: 'refused',
        reason: reasonOf(asked.values),
      }),
  },
  'players show': {
    shape: 'PLAYER',
    about: 'how a player stands, the wallet, what happened last',
    positionals: 1,
    isAct: false,
    run: (deps, asked) => showPlayer(deps, first(asked)),
  },
  'players suspend': {
    shape: 'PLAYER --reason TEXT [--until WHEN] [--dry-run]',
    about: 'no play and no payment; ends all sessions',
    positionals: 1,
    takes: ['until', 'dry-run'],
    needs: ['reason'],
    isAct: true,
    run: async (deps, asked, acting) =>
      suspend(deps, acting, {
        who: first(asked),
        reason: reasonOf(asked.values) ?? '',
        until: await untilOf(deps, asked),
      }),
  },
  'players exclude': {
    shape: 'PLAYER --reason TEXT [--until WHEN] [--dry-run]',
    about: 'keeps a player from play and cannot be undone before its end; ends all sessions',
    positionals: 1,
    takes: ['until', 'dry-run'],
    needs: ['reason'],
    isAct: true,
    run: async (deps, asked, acting) =>
      exclude(deps, acting, {
        who: first(asked),
        reason: reasonOf(asked.values) ?? '',
        until: await untilOf(deps, asked),
      }),
  },
  'players restore': {
    shape: 'PLAYER --reason TEXT [--dry-run]',
    about: 'ends a suspension, or an exclusion whose time has come',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) => restore(deps, acting, first(asked), reasonOf(asked.values) ?? ''),
  },
  'players identity': {
    shape: 'PLAYER approve|refuse [--reason TEXT] [--dry-run]',
    about: 'what was found about who the player is; a refusal needs a reason, which the player reads',
    positionals: 2,
    takes: ['reason', 'dry-run'],
    isAct: true,
    run: (deps, asked, acting) => {
      const verdict = verdictOf(asked);
      const reason = reasonOf(asked.values);
      if (verdict === 'refused' && reason === null) misused('players identity … refuse needs --reason');
      return decideIdentity(deps, acting, { who: first(asked), verdict, reason });
    },
  },
  'players export': {
    shape: 'PLAYER --out FILE',
    about: 'everything that is held about a person, as JSON in a new file',
    positionals: 1,
    needs: ['out'],
    isAct: true,
    run: (deps, asked, acting) =>
      exportPlayer(deps, acting, { who: first(asked), file: asked.values.out ?? '' }),
  },
  'players delete': {
    shape: 'PLAYER --reason TEXT [--dry-run]',
    about: 'erases who it was; tickets and ledger stay under the id',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      deletePlayer(deps, acting, { who: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
  'results correct': {
    shape: 'DRAW_ID [--drawn "NUMBERS"|seed] [--amount PRIZE=AMOUNT …] --reason TEXT [--dry-run]',
    about:
      'other numbers than were published, other amounts, or both; the money follows, everybody reads the reason',
    positionals: 1,
    takes: ['drawn', 'amount', 'dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      correct(deps, acting, {
        drawId: first(asked),
        reason: reasonOf(asked.values) ?? '',
        drawn: asked.values.drawn,
        amounts: asked.values.amount ?? [],
      }),
  },
  'results void': {
    shape: 'DRAW_ID --reason TEXT [--dry-run]',
    about: 'the draw does not count, for good: stakes go back, prizes are taken back',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      voidDraw(deps, acting, { drawId: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
  'promos list': {
    shape: '',
    about: 'every promo code there ever was, newest first',
    positionals: 0,
    isAct: false,
    run: (deps) => showPromos(deps),
  },
  'promos create': {
    shape:
      'CODE --amount CURRENCY=AMOUNT … [--product NAME] [--percent N] [--play-through N] [--lasts DAYS] [--from WHEN] [--until WHEN] [--uses N] [--uses-per-player N] [--reason TEXT] [--dry-run]',
    about:
      'a bonus at signup; with --percent a part of the first deposit, and --amount the most of it; --play-through: how often it is staked before it can be played',
    positionals: 1,
    takes: [
      ...(['product', 'percent', 'play-through', 'lasts', 'from', 'until'] as const),
      ...(['uses', 'uses-per-player', 'reason', 'dry-run'] as const),
    ],
    needs: ['amount'],
    isAct: true,
    run: createAsAsked,
  },
  'promos end': {
    shape: 'CODE --reason TEXT [--dry-run]',
    about: 'nobody can use it any more; bonuses that it gave stay',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      stopPromo(deps, acting, { promoCode: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
  log: {
    shape: '[--player PLAYER] [--since WHEN]',
    about: 'what operators did, newest first, at most 1,000 lines',
    positionals: 0,
    takes: ['player', 'since', 'check', 'known'],
    isAct: false,
    run: async (deps, { values }) => {
      const { check, known, player, since } = values;
      if (check) {
        if (player !== undefined || since !== undefined) misused('log --check reads the whole log');
        return verifyLog(deps, known ?? null);
      }
      if (known !== undefined) misused('--known goes with --check');
      return showLog(deps, {
        who: player ?? null,
        since: since === undefined ? null : momentOf('since', since, await timeZoneOf(deps)),
      });
    },
  },
};

export function usage(): string {
  return [
    'Usage: npm run admin -- COMMAND [--by NAME] [--json]',
    '',
    ...Object.entries(commands).flatMap(([words, { shape, about }]) => [
      `  ${words} ${shape}`.trimEnd(),
      `      ${about}`,
    ]),
    '  log --check [--known HASH]',
    '      whether a line is missing or was changed; HASH is one that was noted before',
    '',
    'PLAYER is a name, a mail address, a mobile such as +919876543210, or an id.',
    'WHEN is a day such as 2027-01-31, which begins in the time zone of the site, or 2027-01-31T18:00Z.',
    'NAME is who acts: without --by the user of the shell (USER). Acts are written to a log that is only added to.',
    '--dry-run does everything and takes it back. --json prints the same for programs.',
    'The database is that of the platform: DATABASE_URL, or the embedded one of DATA_DIR (.data), running or not.',
    'Ends with 0 when it is done, 1 when it is refused or fails, 2 when it is not understood, 78 when a variable is wrong.',
  ].join('\n');
}
