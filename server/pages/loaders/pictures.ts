import type { Picture } from '../../../shared/pages/picture.ts';
import { markOf } from '../cards.ts';
import type { LoadedPicture, PageRequest, PictureLoader } from '../loader.ts';
import { drawOfRequest } from './draw-of-request.ts';

/** The site's icon. It is a file, so it also exists where no picture can be drawn. */
const iconPath = '/icon-512.png';
/** As many emblems fit in one row. */
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
    `${words.langPrefix}/share.png`,
  );
};

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

const textsOf = ({ words, siteUrl }: PageRequest) => ({
  lang: words.lang,
  siteName: words.t('site.name'),
  host: siteUrl ? new URL(siteUrl).host : '',
  adultsOnly: words.t('layout.adults_only'),
});

/** Draws a picture. If it fails, the result is a redirect that is fresh only briefly. */
async function drawn(
  { draw, sources }: PageRequest,
  picture: Picture,
  otherwise: string,
): Promise<LoadedPicture | { location: string }> {
  const png = await sources.optional(draw(picture));
  return png ? { png } : { location: otherwise };
}
