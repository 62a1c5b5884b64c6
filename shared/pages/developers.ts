import type { Fact } from './facts.ts';

/** One of the files that each game has. */
export interface DescribedFile {
  /** The ending of the file's address. */
  ending: 'json' | 'csv' | 'rss' | 'ics';
  /** The pattern of the address. */
  address: string;
  /** The address of a real file, or null if there is no game. */
  href: string | null;
  fields: Fact[];
  /** A shortened part of that file, or null if it cannot be loaded. */
  example: string | null;
}

/** The page for programmers: results as data, the draw method and its test vectors, and the check of draws. */
export interface DevelopersPage {
  kind: 'developers';
  files: DescribedFile[];
  /** A request that is answered with 304 if the file is unchanged. */
  request: string;
  methods: { label: string; href: string }[];
  vectorsHref: string;
  /** The record of a draw and its page. Null if no draw is published. */
  verify: { recordHref: string; pageHref: string; drawId: string } | null;
  commands: string;
}
