import { filterWholePromoCode } from '../../shared/domain/promo-code.ts';

/**
 * Name of the query parameter in a campaign's link, and of the cookie that stores its value. The server deletes the
 * cookie when the player logs in or signs up.
 */
const name = 'campaigncode';
/** Maximum age of the campaign cookie: one day (spec §3). */
const lifeSeconds = 86_400;

/** Stores the campaign code of the page's URL in a cookie, because the player may sign up on another page. */
export function keepCampaign(): void {
  const code = filterWholePromoCode(new URLSearchParams(location.search).get(name) ?? '').slice(0, 32);
  if (code === '') return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${code}; Max-Age=${lifeSeconds}; Path=/; SameSite=Lax${secure}`;
}

function campaignCode(): string {
  const value = new RegExp(`(?:^|; )${name}=(\\w+)`).exec(document.cookie)?.[1];
  return filterWholePromoCode(value ?? '');
}

/** Writes the campaign code into an input, unless the input already has a value. */
export function fillInCampaign(input: HTMLInputElement | null): void {
  if (input?.value === '') input.value = campaignCode();
}
