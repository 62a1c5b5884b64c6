import { ancestorsOf } from '../cache/tags.ts';

/** The fields of the clock (scripts.ts) that belong to some tags. */
interface TagFields {
  /** A purge of the tags sets these. */
  set: string[];
  /** A value with the tags is purged by a later version in one of these. */
  look: string[];
}

export function tagFields(tags: readonly string[]): TagFields {
  const set = new Set<string>();
  const look = new Set<string>();
  for (const tag of tags) {
    set.add(tag);
    look.add(tag).add(`<${tag}`);
    for (const ancestor of ancestorsOf(tag)) {
      set.add(`<${ancestor}`);
      look.add(ancestor);
    }
  }
  return { set: [...set], look: [...look] };
}

/** The fields of hard purges. */
export const hardFields = (fields: readonly string[]): string[] => fields.map((field) => `!${field}`);
