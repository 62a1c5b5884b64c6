import { type ParsedArguments, reasonOf } from '../arguments.ts';
import { type Acting, type AdminDeps, type Outcome, timeZoneOf } from '../context.ts';
import { makePromo, showPromos, stopPromo } from '../promos.ts';
import { momentOf, numberOf } from '../words.ts';
import { type Commands, first } from './command.ts';

async function createAsAsked(deps: AdminDeps, asked: ParsedArguments, acting: Acting): Promise<Outcome> {
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

export const promoCommands: Commands = {
  'promos list': {
    shape: '',
    about: 'every promo code, newest first',
    positionals: 0,
    isAct: false,
    run: (deps) => showPromos(deps),
  },
  'promos create': {
    shape:
      'CODE --amount CURRENCY=AMOUNT … [--product NAME] [--percent N] [--play-through N] [--lasts DAYS] [--from WHEN] [--until WHEN] [--uses N] [--uses-per-player N] [--reason TEXT] [--dry-run]',
    about:
      'creates a bonus for signups. With --percent: a share of the first deposit, up to --amount. --play-through: how often the bonus must be staked in cash before it is playable',
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
    about: 'ends a promo code for new signups; bonuses that it gave stay',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      stopPromo(deps, acting, { promoCode: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
};
