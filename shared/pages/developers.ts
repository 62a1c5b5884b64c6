import type { Fact } from './facts.ts';

/** Description of one file that the site offers for each game. */
export interface DescribedFile {
  /** The file extension in the file's URL. */
  ending: 'json' | 'csv' | 'rss' | 'ics';
  /** The pattern of the file's URL. */
  address: string;
  /** URL of an existing file, or null if there is no game. */
  href: string | null;
  fields: Fact[];
  /** An excerpt of the file at `href`, or null if the file cannot be loaded. */
  example: string | null;
}

/** The page for programmers: results as data, the draw method and its test vectors, and the check of draws. */
export interface DevelopersPage {
  kind: 'developers';
  files: DescribedFile[];
  /** An example request, which is answered with 304 if the file is unchanged. */
  request: string;
  methods: { label: string; href: string }[];
  vectorsHref: string;
  /** Links to the record of an example draw and to its page. Null if no draw is published. */
  verify: { recordHref: string; pageHref: string; drawId: string } | null;
  commands: string;
}
