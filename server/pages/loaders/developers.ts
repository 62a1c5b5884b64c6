import { drawMethods } from '../../../shared/domain/draw-methods.ts';
import type { DescribedFile, DevelopersPage } from '../../../shared/pages/developers.ts';
import type { Fact } from '../../../shared/pages/facts.ts';
import { type FileLoader, metaOf, type PageLoader, type PageRequest } from '../loader.ts';
import { loadDrawsIcs } from './draws-ics.ts';
import { methodVersionOf } from './fairness.ts';
import { feedHrefs } from './feed-source.ts';
import { verifyHref } from './proof.ts';
import { csvColumns, loadResultsCsv } from './results-csv.ts';
import { loadResultsJson } from './results-json.ts';
import { loadResultsRss } from './results-rss.ts';

type Ending = DescribedFile['ending'];
const endings: readonly Ending[] = ['json', 'csv', 'rss', 'ics'];
const loaders: Record<Ending, FileLoader> = {
  json: loadResultsJson,
  csv: loadResultsCsv,
  rss: loadResultsRss,
  ics: loadDrawsIcs,
};

/** The fields of the JSON results file, and of each draw in it. A test compares these names with a real file. */
export const jsonFields = {
  file: ['version', 'lang', 'timeZone', 'game', 'currency', 'links', 'draws'],
  draw: [
    'drawId',
    'drawNumber',
    'name',
    'drawnAt',
    'date',
    'time',
    'status',
    'numbers',
    'correction',
    'ticketPrice',
    'tickets',
    'winningTickets',
    'paid',
    'rollsOver',
    'prizes',
    'url',
  ],
} as const;

/** CSV columns whose meaning differs from the JSON field of the same name, each with the key of its description. */
const columnTexts: Record<string, string> = { numbers: 'mainNumbers', currency: 'currencyCode' };
const camelCase = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The fields of each file, each with the locale key of its description. */
const fields: Record<Ending, readonly (readonly [name: string, key: string])[]> = {
  json: [...jsonFields.file, ...jsonFields.draw].map((name) => [name, name]),
  csv: csvColumns.map((name) => [name, columnTexts[name] ?? camelCase(name)]),
  rss: [
    ['title', 'rss_title'],
    ['guid', 'rss_id'],
    ['link', 'rss_link'],
    ['pubDate', 'rss_date'],
    ['description', 'rss_description'],
  ],
  ics: [
    ['UID', 'ics_uid'],
    ['DTSTART', 'ics_start'],
    ['SUMMARY', 'ics_summary'],
    ['DESCRIPTION', 'ics_description'],
    ['URL', 'ics_url'],
  ],
};

/** Loads `/developers`: the page about data files of results, about the draw method and about checking draws. */
export const loadDevelopers: PageLoader = async (request) => {
  const { words, sources, siteUrl } = request;
  const games = (await sources.optional(sources.games())) ?? [];
  // The examples come from one game, so that only a new result of that game refreshes the page.
  const game = games.find(({ gameId }) => gameId === 'daily') ?? games[0];
  const newest = game && (await sources.optional(sources.published(game.gameId, 1)));
  const site = siteUrl ?? 'https://{site}';
  const drawId = newest?.[0]?.drawId;
  const pageHref = drawId === undefined ? null : verifyHref(drawId, words);
  const page: DevelopersPage = {
    kind: 'developers',
    files: await Promise.all(endings.map((ending) => fileOf(ending, game?.slug ?? null, request))),
    request: `curl --include --header 'If-None-Match: "…"' ${site}/results/${game?.slug ?? '{game}'}.json`,
    methods: drawMethods.toReversed().map((method) => ({
      label: method,
      href: `${words.langPrefix}/fairness/${methodVersionOf(method)}`,
    })),
    vectorsHref: '/fairness/vectors.json',
    verify:
      drawId === undefined || pageHref === null
        ? null
        : { drawId, pageHref, recordHref: `/verify/${drawId}.json` },
    commands: [
      `python3 verify.py ${site} ${drawId ?? '{draw id}'}`,
      `node verify.mjs ${site} ${drawId ?? '{draw id}'}`,
      `npm run verify -- ${drawId ?? '{draw id}'} --site ${site}`,
    ].join('\n'),
  };
  return {
    status: 200,
    page,
    meta: metaOf(request, {
      title: words.t('developers.title'),
      description: words.t('developers.description'),
      canonicalPath: '/developers',
    }),
  };
};

async function fileOf(ending: Ending, slug: string | null, request: PageRequest): Promise<DescribedFile> {
  const { words, sources } = request;
  const file =
    slug === null ? null : await sources.optional(loaders[ending]({ ...request, params: { slug } }));
  return {
    ending,
    address: feedHrefs(words.langPrefix, '{game}')[ending],
    href: slug === null ? null : feedHrefs(words.langPrefix, slug)[ending],
    fields: fields[ending].map(([label, key]): Fact => ({ label, text: words.t(`developers.field.${key}`) })),
    example: file && shorten[ending](file.text),
  };
}

/** Reformats indented JSON: a short object without nested values is written on one line. */
const compact = (json: string): string =>
  json.replaceAll(
    /\{\s+([^{}[\]]{1,80}?)\s+\}/g,
    (_, inner: string) => `{ ${inner.replaceAll(/\n\s+/g, ' ')} }`,
  );

/** Shortens an example file to its header and its first draw. */
const shorten: Record<Ending, (text: string) => string | null> = {
  json: (text) => {
    const body = JSON.parse(text);
    body.draws = body.draws.slice(0, 1);
    for (const draw of body.draws) draw.prizes = draw.prizes.slice(0, 1);
    return compact(JSON.stringify(body, null, 2));
  },
  csv: (text) =>
    text
      .replace(/^\uFEFF/, '')
      .split('\r\n', 2)
      .join('\n'),
  rss: (text) => /<item>.*?<\/item>/s.exec(text)?.[0] ?? null,
  ics: (text) => /BEGIN:VEVENT.*?END:VEVENT/s.exec(text)?.[0].replaceAll('\r', '') ?? null,
};
