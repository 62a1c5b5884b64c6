import { mostPublishedDraws } from '../../../shared/contract/published-draws.ts';
import type { Result } from '../../../shared/contract/results.ts';
import type { FileLoader, PageRequest } from '../loader.ts';
import { type SitemapEntry, sitemapFile, sitemapIndex } from './sitemap-xml.ts';

/*
 * Each sitemap file lists draws of one game. File n starts with draw n × `drawsPerFile` and ends before draw (n + 1) ×
 * `drawsPerFile`. As soon as a later file exists, only a corrected result changes the file. In four languages, a file
 * has 10,000 addresses and 1.2 MB. The protocol allows 50,000 addresses and 50 MB.
 */
const drawsPerFile = mostPublishedDraws;
const fileOf = (drawNumber: number): number => Math.floor(drawNumber / drawsPerFile);
const nameOf = (slug: string, file: number): string => `/sitemap-${slug}-${file}.xml`;
const fileName = /^sitemap-([a-z0-9-]+)-(0|[1-9]\d{0,4})$/;

/** Loads `/sitemap.xml`: the list of all sitemaps. It exists only if the site's public address is configured. */
export const loadSitemap: FileLoader = async ({ sources, siteUrl }) => {
  if (!siteUrl) return null;
  const latest = await sources.latest();
  const ofGames = await Promise.all(latest.map((result) => filesOf(result, sources)));
  return sitemapIndex(siteUrl, [{ path: '/sitemap-pages.xml' }, ...ofGames.flat()]);
};

/**
 * Returns the sitemap files of one game. Only the newest file has a date of change, because each further date would
 * cost one more request.
 */
async function filesOf(newest: Result, sources: PageRequest['sources']): Promise<SitemapEntry[]> {
  const [first] = await sources.publishedDraws(newest.gameId, 1, 1);
  if (!first) return [];
  const firstFile = fileOf(first.drawNumber);
  const lastFile = fileOf(newest.drawNumber);
  return Array.from({ length: lastFile - firstFile + 1 }, (_, index) => {
    const path = nameOf(newest.gameSlug, firstFile + index);
    const changedAt = newest.correction?.at ?? newest.drawStartDate;
    return firstFile + index === lastFile ? { path, changedAt } : { path };
  });
}

/** Loads `/sitemap-{game}-{number}.xml`: the pages of a game's draws, in every language. */
export const loadSitemapOfDraws: FileLoader = async (request) => {
  const { params, sources, siteUrl } = request;
  const [, slug, number] = fileName.exec(params['name'] ?? '') ?? [];
  if (!siteUrl || slug === undefined) return null;
  const game = (await sources.games()).find((candidate) => candidate.slug === slug);
  if (!game) return null;
  const file = Number(number);
  const end = (file + 1) * drawsPerFile;
  const from = Math.max(1, file * drawsPerFile);
  const draws = await sources.publishedDraws(game.gameId, from, end - from);
  const listed = draws.filter(({ drawNumber }) => drawNumber < end);
  if (listed.length === 0) return null;
  return sitemapFile(
    request,
    listed.map(({ drawNumber, changedAt }) => ({ path: `/results/${slug}/${drawNumber}`, changedAt })),
  );
};
