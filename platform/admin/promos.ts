import { createPromo, endPromo, listPromos, type NewPromo, type Promo } from '../campaigns/promo-codes.ts';
import { bonusProducts } from '../wallet/service.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { misused, refuse } from './failure.ts';
import { many, minorOf, moneyOf } from './words.ts';

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
    playThrough === 0 ? 'playable at once' : `playable after ${playThrough} times as much in stakes`,
    `for ${many(lastsDays, 'day')}`,
    `from ${promo.validFrom.toISOString()} ${promo.validUntil === null ? 'until it is ended' : `to ${promo.validUntil.toISOString()}`}`,
    `used ${uses.toLocaleString('en')}${maxUses === null ? '' : ` of ${maxUses.toLocaleString('en')}`}`,
  ].join('  ');
}

/** Every promo code there ever was, newest first. */
export async function showPromos({ db, clock }: AdminDeps): Promise<Outcome> {
  const promos = await listPromos(db);
  const now = clock.now();
  return {
    data: promos.map((promo) => ({ ...promo, state: stateOf(promo, now) })),
    lines: promos.length === 0 ? ['No promo code.'] : promos.map((promo) => inWords(promo, now)),
  };
}

/** What the option of a rule is called, to name what is wrong with it. */
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
  /** `INR=500`, one a currency. */
  amounts: readonly string[];
  /** Null: from now on. */
  validFrom: Date | null;
}

function amountsOf(written: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    written.map((one) => {
      const [currencyCode = '', amount] = one.split('=');
      if (amount === undefined || !/^[A-Z]{3}$/.test(currencyCode))
        return misused('--amount is a currency and an amount of it: --amount INR=500');
      return [currencyCode, minorOf('amount', amount, currencyCode)];
    }),
  );
}

/**
 * Makes a promo code. What it promised to whoever used it stays, so it is never changed: end it and make another.
 * @throws AdminFailure naming what is wrong with the rules, or that the code is taken
 */
export async function makePromo(
  deps: AdminDeps,
  acting: Acting,
  { amounts, product = 'casino', validFrom, ...rules }: PromoRules,
  reason: string | null,
): Promise<Outcome> {
  const known = bonusProducts.find((one) => one === product);
  if (!known) return misused(`--product is one of ${bonusProducts.join(', ')}`);
  const now = deps.clock.now();
  const promo = { ...rules, product: known, amounts: amountsOf(amounts), validFrom: validFrom ?? now };
  return perform(deps, acting, async (tx) => {
    const made = await createPromo(tx, promo, { now, inputBounds: deps.inputBounds });
    if ('fields' in made) {
      const wrong = Object.keys(made.fields).map((path) => optionOf[path.split('.')[0] ?? ''] ?? path);
      return misused(`wrong: ${[...new Set(wrong)].join(', ')}`);
    }
    if ('refused' in made)
      return refuse(`${rules.promoCode} is taken, by a promo code or by a player's referral code`);
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

/** Ends a promo code; bonuses that it gave stay. */
export function stopPromo(
  deps: AdminDeps,
  acting: Acting,
  { promoCode, reason }: { promoCode: string; reason: string },
): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const ended = await endPromo(tx, promoCode, deps.clock.now());
    if ('refused' in ended)
      return refuse(
        ended.refused === 'unknown' ? `there is no promo code ${promoCode}` : `${promoCode} was ended before`,
      );
    const { promo } = ended;
    return {
      data: promo,
      lines: [`${promo.promoCode} is ended; it was used ${promo.uses.toLocaleString('en')} times.`],
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
