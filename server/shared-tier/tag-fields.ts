import { ancestorsOf } from '../cache/tags.ts';

/** Names of the fields of the clock that belong to a set of tags. The clock is a Redis hash (see scripts.ts). */
interface TagFields {
  /** A purge of the tags sets these fields. */
  set: string[];
  /** If one of these fields contains a later version, a value with the tags was purged. */
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

/** Names of the fields that hard purges set. */
export const hardFields = (fields: readonly string[]): string[] => fields.map((field) => `!${field}`);
