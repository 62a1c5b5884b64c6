import { type Resource, resources } from '../../shared/resources.ts';
import { pageKey } from '../cache/page-key.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { RouteClass } from '../trace/answer-labels.ts';
import { type Address, type ResourceAddress, readAddress } from './address.ts';

/** Format of a 404 response: the HTML not-found page, or the format of a missing data file. */
export type NotFoundForm = 'page' | NonNullable<Resource['data']>;
const notFoundForms: readonly NotFoundForm[] = ['page', 'json', 'text'];

/** The 404 response in one language and one format. All unknown addresses of the language share it. */
export interface NotFoundTarget {
  name: 'not-found';
  lang: string;
  form: NotFoundForm;
}

/** A public page or file, or a 404. */
export type Target = ResourceAddress | NotFoundTarget;

/**
 * Returns the cache key of a 404 response. The key contains a space, so it cannot be equal to the key of a requested
 * path.
 */
const notFoundKey = ({ lang, form }: NotFoundTarget): string => `/ not-found ${form} ${lang}`;

export interface Targets {
  read(url: string): Address;
  /** Returns the cache key of a target. Different addresses of one page have the same key. */
  keyOf(target: Target): string;
  /** Returns the target of a key from `keyOf`, or null for any other text. */
  ofKey(key: string): Target | null;
}

export function createTargets({ boot }: SiteConfig): Targets {
  const { defaultLanguage } = boot;
  const languages = boot.languages.map(({ code }) => code);
  const notFound = new Map(
    languages
      .flatMap((lang) => notFoundForms.map((form): NotFoundTarget => ({ name: 'not-found', lang, form })))
      .map((target) => [notFoundKey(target), target] as const),
  );
  const read = (url: string): Address => readAddress(url, languages, defaultLanguage);
  return {
    read,
    keyOf: (target) => (target.name === 'not-found' ? notFoundKey(target) : pageKey(target, defaultLanguage)),
    ofKey(key) {
      const missing = notFound.get(key);
      if (missing) return missing;
      const address = read(key);
      return address.kind === 'page' ? address.page : null;
    },
  };
}

export const routeClassOf = ({ name }: Target): RouteClass =>
  name === 'not-found' ? 'page' : resources[name].metrics;

/** Returns the 404 for an address whose page or file does not exist. */
export const notFoundOf = (target: Target): NotFoundTarget => ({
  name: 'not-found',
  lang: target.lang,
  form: (target.name === 'not-found' ? null : resources[target.name].data) ?? 'page',
});

const pagesOfDraws = new Set<Target['name']>(['draw', 'drawPicture', 'verify', 'drawRecord']);

/**
 * Whether a target belongs to an unlimited set of addresses. Clients can invent dates, cursors and draw numbers, and
 * each invented value costs an upstream request.
 */
export const isUnbounded = (target: Target): boolean =>
  pagesOfDraws.has(target.name) || (target.name !== 'not-found' && Object.keys(target.query).length > 0);
