import { serialiseProps } from '../islands/serialise-props.ts';
import { useFrame } from './Strings.tsx';

/** A description of one thing in the terms of schema.org. Values that are null or undefined are left out. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

/** Returns the absolute URL of a path. The path already contains its language prefix. */
type AddressOf = (path: string) => string;

/**
 * Describes a part of the page for search engines, as JSON-LD. Browsers do not run such a script, so the content
 * security policy does not concern it. The description is left out if search engines must not index the page. It is
 * also left out if the site's public address is unknown, because JSON-LD needs absolute addresses.
 */
export function StructuredData({ of }: { of: (addressOf: AddressOf, canonical: string) => Thing }) {
  const { canonical, indexable } = useFrame();
  if (canonical === null || !indexable) return null;
  const thing = of((path) => new URL(path, canonical).href, canonical);
  const json = serialiseProps(withoutNull({ '@context': 'https://schema.org', ...thing }));
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

const withoutNull = (thing: object): object =>
  Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== null));

/** Returns the organisation that runs the site. */
export const publisherOf = (name: string, addressOf: AddressOf): Thing => ({
  '@type': 'Organization',
  name,
  url: addressOf('/'),
  logo: addressOf('/icon-512.png'),
});
