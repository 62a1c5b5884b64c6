import { type ResourceName, resourceEntries } from '../../shared/resources.ts';

interface Segment {
  /** The name of the parameter, or null for a literal segment. */
  param: string | null;
  /**
   * The text of a literal segment, or the ending after a parameter, for example '.csv'. Empty for a parameter without
   * an ending.
   */
  text: string;
}

function segmentOf(part: string): Segment {
  if (!part.startsWith(':')) return { param: null, text: part };
  const dotAt = part.indexOf('.');
  return dotAt < 0
    ? { param: part.slice(1), text: '' }
    : { param: part.slice(1, dotAt), text: part.slice(dotAt) };
}

/**
 * Returns a sort key that puts specific patterns first. Literal segments come first, then parameters with an ending
 * such as `.csv`, then other parameters.
 */
const rankOf = (segments: readonly Segment[]): string =>
  segments.map(({ param, text }) => (param === null ? 0 : text === '' ? 2 : 1)).join('');

export interface PathMatch<Name extends string> {
  name: Name;
  params: Record<string, string>;
}

/**
 * Creates a function that finds the resource of a path. If several patterns match, it uses the most specific pattern.
 * @param entries names of resources with their path patterns
 * @returns a function that takes the decoded segments after the language. This function does not decode the segments
 * again, because a second decoding would give one path two meanings
 */
export function createPathMatcher<Name extends string>(
  entries: readonly (readonly [Name, { path: string }])[],
): (segments: readonly string[]) => PathMatch<Name> | null {
  const patterns = entries
    .map(([name, { path }]) => ({ name, segments: path.split('/').filter(Boolean).map(segmentOf) }))
    .toSorted((one, other) => (rankOf(one.segments) < rankOf(other.segments) ? -1 : 1));
  return (segments) => {
    for (const pattern of patterns) {
      const params = paramsOf(pattern.segments, segments);
      if (params) return { name: pattern.name, params };
    }
    return null;
  };
}

export const matchPath = createPathMatcher<ResourceName>(resourceEntries);

function paramsOf(pattern: readonly Segment[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, { param, text }] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (param === null) {
      if (segment !== text) return null;
      continue;
    }
    const value = segment.slice(0, segment.length - text.length);
    if (value === '' || value.includes('.') || !segment.endsWith(text)) return null;
    params[param] = value;
  }
  return params;
}
