import { createPromo, endPromo, listPromos, type NewPromo, type Promo } from '../campaigns/promo-codes.ts';
import { bonusProducts } from '../wallet/service.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand, rejectUsage } from './failure.ts';
import { amountsByCurrency, many, moneyOf } from './words.ts';

function stateOf({ endedAt, validFrom, validUntil, maxUses, uses }: Promo, now: Date): string {
  if (endedAt !== null) return 'ended';
  if (validUntil !== null && validUntil <= now) return 'over';
  if (maxUses !== null && uses >= maxUses) return 'used up';
  return validFrom > now ? 'to come' : 'open';
}

function inWords(promo: Promo, now: Date): string {
  const { promoCode, product, amounts, percent, playThrough, lastsDays, maxUses, uses } = promo;
  const bonus = Object.entries(amounts)
    .map(([currencyCode, amountMinor]) => moneyOf(amountMinor, currencyCode))
    .join(' or ');
  return [
    promoCode.padEnd(10),
    stateOf(promo, now).padEnd(8),
    `${percent === null ? bonus : `${percent}% of the first deposit, at most ${bonus}`} for ${product}`,
    playThrough === 0 ? 'playable at once' : `playable after stakes of ${playThrough} times the bonus`,
    `for ${many(lastsDays, 'day')}`,
    `from ${promo.validFrom.toISOString()} ${promo.validUntil === null ? 'without an end' : `to ${promo.validUntil.toISOString()}`}`,
    `used ${uses.toLocaleString('en')}${maxUses === null ? '' : ` of ${maxUses.toLocaleString('en')}`}`,
  ].join('  ');
}

export async function showPromos({ db, clock }: AdminDeps): Promise<Outcome> {
  const promos = await listPromos(db);
  const now = clock.now();
  return {
    data: promos.map((promo) => ({ ...promo, state: stateOf(promo, now) })),
    lines: promos.length === 0 ? ['No promo code.'] : promos.map((promo) => inWords(promo, now)),
  };
}

/** Maps each rule of a promo code to its command-line option, for error messages. */
const optionOf: Readonly<Record<string, string>> = {
  promoCode: 'the code (3 to 10 letters and digits)',
  product: '--product',
  amounts: '--amount',
  percent: '--percent',
  playThrough: '--play-through',
  lastsDays: '--lasts',
  validFrom: '--from',
  validUntil: '--until',
  maxUses: '--uses',
  maxUsesPerPlayer: '--uses-per-player',
};

export interface PromoRules extends Omit<NewPromo, 'amounts' | 'validFrom' | 'product'> {
  product: string | undefined;
  /** The promo's amounts as the operator typed them, one for each currency, such as `INR=500`. */
  amounts: readonly string[];
  /** Time from which the code is valid. Null means that the code is valid at once. */
  validFrom: Date | null;
}

/**
 * Creates a promo code. The code cannot be changed later, because players rely on its terms. To change a term, an
 * operator ends the code and creates another.
 * @throws AdminFailure with the invalid rules, or if the code exists already
 */
export async function makePromo(
  deps: AdminDeps,
  acting: Acting,
  { amounts, product = 'casino', validFrom, ...rules }: PromoRules,
  reason: string | null,
): Promise<Outcome> {
  const known = bonusProducts.find((one) => one === product);
  if (!known) return rejectUsage(`--product must be one of ${bonusProducts.join(', ')}`);
  const now = deps.clock.now();
  const promo = {
    ...rules,
    product: known,
    amounts: amountsByCurrency(amounts),
    validFrom: validFrom ?? now,
  };
  return perform(deps, acting, async (tx) => {
    const made = await createPromo(tx, promo, { now, inputBounds: deps.inputBounds });
    if ('fields' in made) {
      const wrong = Object.keys(made.fields).map((path) => optionOf[path.split('.')[0] ?? ''] ?? path);
      return rejectUsage(`invalid: ${[...new Set(wrong)].join(', ')}`);
    }
    if ('refused' in made)
      return rejectCommand(`${rules.promoCode} is taken by a promo code or a player's referral code`);
    const { promoCode, percent, playThrough, maxUses } = made.promo;
    const amountsMinor = Object.fromEntries(
      Object.entries(made.promo.amounts).map(([currencyCode, amount]) => [`minor${currencyCode}`, amount]),
    );
    return {
      data: made.promo,
      lines: [inWords(made.promo, now)],
      line: {
        act: 'promos create',
        accountId: null,
        subject: promoCode,
        reason,
        result: { ...amountsMinor, percent, playThrough, maxUses },
      },
    };
  });
}

/** Ends a promo code. Players keep the bonuses that it granted. */
export function stopPromo(
  deps: AdminDeps,
  acting: Acting,
  { promoCode, reason }: { promoCode: string; reason: string },
): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const ended = await endPromo(tx, promoCode, deps.clock.now());
    if ('refused' in ended)
      return rejectCommand(
        ended.refused === 'unknown' ? `unknown promo code: ${promoCode}` : `${promoCode} has already ended`,
      );
    const { promo } = ended;
    return {
      data: promo,
      lines: [`${promo.promoCode} has ended. Signups that used it: ${promo.uses.toLocaleString('en')}.`],
      line: {
        act: 'promos end',
        accountId: null,
        subject: promo.promoCode,
        reason,
        result: { uses: promo.uses },
      },
    };
  });
}
