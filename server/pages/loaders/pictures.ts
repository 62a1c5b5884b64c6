import type { Picture } from '../../../shared/pages/picture.ts';
import { resources } from '../../../shared/resources.ts';
import { gameTextOf, markOf } from '../cards.ts';
import type { LoadedPicture, PageRequest, PictureLoader } from '../loader.ts';
import { drawOfRequest } from './draw-of-request.ts';

/**
 * Path of the site's icon. The icon replaces the picture of the site if that picture cannot be drawn. The icon is a
 * static file, so it is always available.
 */
const iconPath = '/icon-512.png';
/** Maximum number of game emblems in the picture of the site. No more emblems fit in one row. */
const mostEmblems = 7;

/** Loads `/results/{gameSlug}/{drawNumber}.png`: the picture of one draw for link previews. */
export const loadDrawPicture: PictureLoader = async (request) => {
  const found = await drawOfRequest(request);
  if (!found) return null;
  const { words, cards } = request;
  return drawn(
    request,
    {
      ...textsOf(request),
      kind: 'draw',
      card: cards.result(found.result),
      labels: {
        raffleTicket: words.t('layout.card.raffle_ticket'),
        series: words.t('layout.card.series'),
        colors: {
          red: words.t('layout.color.red'),
          green: words.t('layout.color.green'),
          violet: words.t('layout.color.violet'),
        },
      },
    },
    sitePictureOf(request),
  );
};

/** Loads `/games/{slug}.png`: emblem, name and description of one game. */
export const loadGamePicture: PictureLoader = async (request) => {
  const { params, words, sources } = request;
  const game = (await sources.games()).find(({ slug }) => slug === params['slug']);
  if (!game) return null;
  const mark = markOf(game, words);
  return drawn(
    request,
    {
      ...textsOf(request),
      kind: 'topic',
      game: mark,
      label: '',
      title: mark.gameName,
      text: gameTextOf(game, words),
      illustration: game.iconName,
    },
    sitePictureOf(request),
  );
};

/**
 * Loads `/blogs/{slug}.png` or `/promotions/{slug}.png`: title and illustration of one item. An item with a photo has
 * no drawn picture, because its link previews show the photo.
 */
const ofItem =
  (group: 'blogs' | 'promotions'): PictureLoader =>
  async (request) => {
    const { params, words, sources, config } = request;
    const list = await sources.content(config.boot.runtimePages[group].list);
    const item = list?.items.find(({ slug }) => slug === params['slug']);
    if (!item || item.picture?.startsWith('/')) return null;
    return drawn(
      request,
      {
        ...textsOf(request),
        kind: 'topic',
        game: null,
        label: words.t(`page.list.${group}`),
        title: item.title,
        text: '',
        illustration: item.picture ?? '',
      },
      sitePictureOf(request),
    );
  };

export const loadBlogPicture = ofItem('blogs');
export const loadPromotionPicture = ofItem('promotions');

/** Loads `/share.png`: the picture of pages without a picture of their own. */
export const loadSitePicture: PictureLoader = async (request) => {
  const { words, sources } = request;
  const games = await sources.games();
  const text = words.t('site.description');
  return drawn(
    request,
    {
      ...textsOf(request),
      kind: 'brand',
      text,
      games: games.slice(0, mostEmblems).map((game) => markOf(game, words)),
    },
    iconPath,
  );
};

const sitePictureOf = ({ words }: PageRequest) => words.langPrefix + resources.sitePicture.path;

const textsOf = ({ words, siteUrl }: PageRequest) => ({
  lang: words.lang,
  siteName: words.t('site.name'),
  host: siteUrl ? new URL(siteUrl).host : '',
  adultsOnly: words.t('layout.adults_only'),
});

/**
 * Draws a picture. If drawing fails, the result is a redirect to another picture, and the redirect is cached only
 * briefly.
 */
async function drawn(
  { draw, sources }: PageRequest,
  picture: Picture,
  otherwise: string,
): Promise<LoadedPicture | { location: string }> {
  const png = await sources.optional(draw(picture));
  return png ? { png } : { location: otherwise };
}
