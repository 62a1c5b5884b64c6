import { ancestorsOf } from '../cache/tags.ts';

/** Names of the fields of the Redis hash `clock` that record the purges of a set of tags (see scripts.ts). */
interface TagFields {
  /** Fields that a purge of these tags sets to the version of the purge. */
  set: string[];
  /**
   * Fields to check for a stored value that has these tags. If one of them contains a later version than the value, the
   * value was purged.
   */
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

/** Returns the names of the additional fields that a hard purge sets. */
export const hardFields = (fields: readonly string[]): string[] => fields.map((field) => `!${field}`);
