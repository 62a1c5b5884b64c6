import type { GameMark, ResultCard } from './cards.ts';

/** Size of a picture for link previews, in pixels. All social networks show pictures of this shape uncut. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** Texts that every link-preview picture contains. */
interface PictureTexts {
  lang: string;
  siteName: string;
  /** Host name of the site, or '' if its public address is not configured. */
  host: string;
  /** The note that only adults may play. */
  adultsOnly: string;
}

/** The link-preview picture of one draw. */
export interface DrawPicture extends PictureTexts {
  kind: 'draw';
  card: ResultCard;
  labels: {
    raffleTicket: string;
    series: string;
    /** Names of the drawn colours, by colorKey. */
    colors: Readonly<Record<string, string>>;
  };
}

/** The link-preview picture of a game, an article or a promotion. */
export interface TopicPicture extends PictureTexts {
  kind: 'topic';
  /** Icon and accent colour of the game. Null for a text of the CMS. */
  game: Pick<GameMark, 'iconName' | 'accent'> | null;
  /** Label in place of a game's icon, for example "Blog". Empty for a game. */
  label: string;
  title: string;
  /** A sentence about a game. Empty for a text of the CMS. */
  text: string;
  /** Name of the picture's illustration. */
  illustration: string;
}

/** The link-preview picture of the site, for all pages without a picture of their own. */
export interface BrandPicture extends PictureTexts {
  kind: 'brand';
  text: string;
  games: readonly Pick<GameMark, 'iconName' | 'accent'>[];
}

export type Picture = DrawPicture | TopicPicture | BrandPicture;
