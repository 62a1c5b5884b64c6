import { type FormName, isFormName } from '../../../shared/forms/forms.ts';
import type { FileName, PictureName, PublicPageName, UnkeptPageName } from '../../../shared/resources.ts';
import { formLoader } from '../../forms/load-form.ts';
import type { FileLoader, PageLoader, PictureLoader, UnkeptPageLoader } from '../loader.ts';
import { loadBlog, loadPromotion, loadStatic } from './article.ts';
import { loadCheck, loadNumberCheck } from './check.ts';
import { loadDevelopers } from './developers.ts';
import { loadDraw } from './draw.ts';
import { loadDrawRecord } from './draw-record.ts';
import { loadDrawStatistics } from './draw-statistics.ts';
import { loadDrawVectors } from './draw-vectors.ts';
import { loadDrawsIcs } from './draws-ics.ts';
import { loadDynamicPage } from './dynamic-page.ts';
import { loadExcluded } from './excluded.ts';
import { loadFairness, loadFairnessVersion } from './fairness.ts';
import { loadGame } from './game.ts';
import { loadGameResults } from './game-results.ts';
import { loadGames } from './games.ts';
import { loadHome } from './home.ts';
import { loadLatest } from './latest.ts';
import { loadBlogs, loadPromotions } from './list.ts';
import { loadManifest } from './manifest.ts';
import { loadOffline } from './offline.ts';
import {
  loadBlogPicture,
  loadDrawPicture,
  loadGamePicture,
  loadPromotionPicture,
  loadSitePicture,
} from './pictures.ts';
import { loadResults } from './results.ts';
import { loadResultsCsv } from './results-csv.ts';
import { loadResultsJson } from './results-json.ts';
import { loadResultsRss } from './results-rss.ts';
import { loadSearch } from './search.ts';
import { loadSitemapOfPages } from './sitemap.ts';
import { loadSitemap, loadSitemapOfDraws } from './sitemap-draws.ts';
import { loadVerify } from './verify.ts';
import { loadWinners } from './winners.ts';

const pageLoaders: Record<Exclude<PublicPageName, FormName>, PageLoader> = {
  home: loadHome,
  results: loadResults,
  gameResults: loadGameResults,
  draw: loadDraw,
  winners: loadWinners,
  fairness: loadFairness,
  fairnessVersion: loadFairnessVersion,
  developers: loadDevelopers,
  verify: loadVerify,
  games: loadGames,
  game: loadGame,
  statistics: loadDrawStatistics,
  check: loadCheck,
  blogs: loadBlogs,
  blog: loadBlog,
  promotions: loadPromotions,
  promotion: loadPromotion,
  offline: loadOffline,
  dynamic: loadDynamicPage,
  static: loadStatic,
};

export function pageLoaderOf(name: PublicPageName): PageLoader {
  return isFormName(name) ? formLoader(name) : pageLoaders[name];
}

export const unkeptLoaders: Record<UnkeptPageName, UnkeptPageLoader> = {
  search: loadSearch,
  excluded: loadExcluded,
  check: loadNumberCheck,
};

export const fileLoaders: Record<FileName, FileLoader> = {
  latest: loadLatest,
  resultsJson: loadResultsJson,
  resultsCsv: loadResultsCsv,
  resultsRss: loadResultsRss,
  drawsIcs: loadDrawsIcs,
  drawVectors: loadDrawVectors,
  drawRecord: loadDrawRecord,
  manifest: loadManifest,
  sitemap: loadSitemap,
  sitemapOfPages: loadSitemapOfPages,
  sitemapOfDraws: loadSitemapOfDraws,
};

export const pictureLoaders: Record<PictureName, PictureLoader> = {
  drawPicture: loadDrawPicture,
  gamePicture: loadGamePicture,
  blogPicture: loadBlogPicture,
  promotionPicture: loadPromotionPicture,
  sitePicture: loadSitePicture,
};
