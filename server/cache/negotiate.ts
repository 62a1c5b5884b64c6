/** The content codings in which a page is stored. */
export type Encoding = 'br' | 'gzip' | 'identity';

const preferred: readonly Encoding[] = ['br', 'gzip', 'identity'];
const memorySize = 256;
const longestRemembered = 200;

/** Parses the weight of each coding from the header. A weight of 0 forbids a coding. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [rawCoding = '', ...parameters] = item.split(';');
    const coding = rawCoding.trim().toLowerCase();
    if (coding === '') continue;
    let weight = 1;
    for (const parameter of parameters) {
      const [name = '', value = ''] = parameter.split('=');
      if (name.trim().toLowerCase() !== 'q') continue;
      const given = Number(value.trim());
      // An invalid weight counts as 0, because the client possibly cannot decode this coding.
      weight = value.trim() !== '' && given >= 0 && given <= 1 ? given : 0;
    }
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight);
  }
  return weights;
}

/**
 * Chooses the coding with the highest weight (RFC 9110 §12.5.3). If weights are equal, br is preferred to gzip, and
 * gzip to identity. Identity has the lowest weight unless the header lists it. If the header forbids every coding,
 * identity is chosen, because a page is more useful than a 406.
 */
export function negotiateEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const weights = weightsOf(header);
  const others = weights.get('*');
  let best: Encoding = 'identity';
  let bestWeight = weights.get('identity') ?? 0;
  for (const coding of preferred) {
    if (coding === 'identity') continue;
    const weight = weights.get(coding) ?? others ?? 0;
    if (weight > 0 && (weight > bestWeight || (weight === bestWeight && best === 'identity'))) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Creates a memoised `negotiateEncoding`, because browsers send only a few different headers. */
export function createNegotiator(): (header: string | undefined) => Encoding {
  const known = new Map<string, Encoding>();
  return (header) => {
    if (header === undefined) return 'identity';
    const remembered = known.get(header);
    if (remembered !== undefined) return remembered;
    const encoding = negotiateEncoding(header);
    if (header.length <= longestRemembered) {
      if (known.size >= memorySize) known.clear();
      known.set(header, encoding);
    }
    return encoding;
  };
}
