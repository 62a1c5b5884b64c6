import { type DrawMethod, drawMethods, newestDrawMethod } from '../../../shared/domain/draw-methods.ts';
import { drawVectors, rootVectors, vectorSeed, vectorTickets } from '../../../shared/domain/draw-vectors.ts';
import { leafData } from '../../../shared/domain/merkle.ts';
import type { FairnessPage } from '../../../shared/pages/fairness.ts';
import type { Words } from '../../words/words.ts';
import { markOf } from '../cards.ts';
import { metaOf, notFound, type PageLoader, type PageRequest } from '../loader.ts';
import { returnRowsOf } from './returns.ts';

/** Returns the version of a draw method: the part of the method's name after the slash. */
export const methodVersionOf = (method: DrawMethod): string => method.split('/')[1] ?? '';

/**
 * For each draw method, the names of the parts that `leafData` joins for one leaf of the ticket tree. Locale keys
 * contain these names.
 */
const leafFormats: Record<DrawMethod, readonly string[]> = {
  'golden-lotto/1': ['receipt_number', 'line'],
  'golden-lotto/2': ['receipt_number', 'line_number', 'line'],
};

/**
 * Maximum number of leaves in an example of a Merkle tree. The page lists every leaf of each example, so it omits trees
 * with more leaves.
 */
const mostLeaves = 5;

/** Loads `/fairness`, the page about the method of new draws. */
export const loadFairness: PageLoader = (request) => loadMethod(request, newestDrawMethod);

/** Loads `/fairness/{version}`, the permanent page about one version of the method. */
export const loadFairnessVersion: PageLoader = async (request) => {
  const method = drawMethods.find((each) => methodVersionOf(each) === request.params['version']);
  return method ? loadMethod(request, method) : notFound;
};

async function loadMethod(request: PageRequest, method: DrawMethod) {
  const { words, sources } = request;
  const games = await sources.optional(sources.games());
  const place = (name: string) => `{${words.t(`fairness.place.${name}`)}}`;
  const page: FairnessPage = {
    kind: 'fairness',
    method,
    versions: drawMethods.toReversed().map((each) => ({
      label: words.t(each === newestDrawMethod ? 'fairness.newest' : 'fairness.older', { method: each }),
      href: `${words.langPrefix}/fairness/${methodVersionOf(each)}`,
      current: each === method,
    })),
    leafFormat: leafFormats[method].map(place).join('\n'),
    messageFormat: [method, place('draw_id'), place('root'), '{c}'].join('\n'),
    vectors: vectorsOf(method, words),
    returns: (games ?? []).map((game) => ({
      gameName: markOf(game, words).gameName,
      gameHref: `${words.langPrefix}/games/${game.slug}`,
      rows: returnRowsOf(game, words),
    })),
  };
  return {
    status: 200,
    page,
    meta: metaOf(request, {
      title: `${words.t('fairness.title')}: ${method}`,
      description: words.t('fairness.lead', { method }),
      // The page about the newest version has two addresses. The canonical address is `/fairness`.
      canonicalPath: method === newestDrawMethod ? '/fairness' : `/fairness/${methodVersionOf(method)}`,
    }),
  } as const;
}

function vectorsOf(method: DrawMethod, words: Words): FairnessPage['vectors'] {
  return {
    seed: vectorSeed,
    draws: drawVectors.map(({ drawId, kind, drawn }) => ({
      drawId,
      parameters: JSON.stringify(kind),
      drawn: drawn[method],
    })),
    leaves: vectorTickets.slice(0, mostLeaves).map((ticket) => JSON.stringify(leafData(method, ticket))),
    roots: rootVectors.flatMap(({ count, root }) =>
      count > mostLeaves
        ? []
        : [{ label: words.t('fairness.vectors.root_of', { count }), root: root[method] }],
    ),
  };
}
