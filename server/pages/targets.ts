import { resources } from '../../shared/resources.ts';
import { pageKey } from '../cache/page-key.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { RouteClass } from '../trace/answer-labels.ts';
import { type Address, type ResourceAddress, readAddress } from './address.ts';

/** A public page or file, or the not-found page of a language. */
export type Target = ResourceAddress | { name: 'not-found'; lang: string };

/**
 * Returns the cache key of a not-found page. It contains a space, which no requested path can contain, so no address
 * has this key.
 */
const notFoundKey = (lang: string): string => `/ not-found ${lang}`;

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
  const read = (url: string): Address => readAddress(url, languages, defaultLanguage);
  return {
    read,
    keyOf: (target) =>
      target.name === 'not-found' ? notFoundKey(target.lang) : pageKey(target, defaultLanguage),
    ofKey(key) {
      const lang = languages.find((code) => notFoundKey(code) === key);
      if (lang !== undefined) return { name: 'not-found', lang };
      const address = read(key);
      return address.kind === 'page' ? address.page : null;
    },
  };
}

export const routeClassOf = ({ name }: Target): RouteClass =>
  name === 'not-found' ? 'page' : resources[name].metrics;

/**
 * Whether a target belongs to an unlimited set of addresses. Clients can invent dates, cursors and draw numbers, and
 * each invented value costs an upstream request.
 */
export const isUnbounded = (target: Target): boolean =>
  target.name === 'draw' || (target.name !== 'not-found' && Object.keys(target.query).length > 0);
