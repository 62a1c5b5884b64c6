/** Content codings in which a page is stored. */
export type Encoding = 'br' | 'gzip' | 'identity';

const preferred: readonly Encoding[] = ['br', 'gzip', 'identity'];
const memorySize = 256;
const longestRemembered = 200;

/** Weights by coding from the header; 0 forbids a coding. */
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
      // A weight that cannot be read is a coding that cannot be relied on.
      weight = value.trim() !== '' && given >= 0 && given <= 1 ? given : 0;
    }
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight);
  }
  return weights;
}

/**
 * The coding to answer with (RFC 9110 §12.5.3): the one with the highest weight, br before gzip before identity
 * among equals. Identity unless it is listed counts least. Where the header forbids everything, identity: a page is
 * more use than a 406.
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

/** The same, memoised by header: browsers send few different ones. */
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
