import type { z } from 'zod';
import type { contentListCalls, Post, PostGroup } from '../../shared/contract/content-lists.ts';
import { monthsOf, postsAt, recentPosts } from '../../shared/domain/post-lists.ts';
import { moneyText } from '../draws/amount-texts.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { fallbackLanguage, type Library, type Text } from './library.ts';
import { plainTextOf } from './plain-text.ts';

type Calls = typeof contentListCalls;
type Answer<N extends keyof Calls> = z.output<Calls[N]['response']>;
type Asked<N extends keyof Calls> = z.output<Calls[N]['request']>;

export interface ContentLists {
  /** Lists one folder for each game, in the order of the catalogue. */
  folders(asked: Asked<'games/listfolders'>): Answer<'games/listfolders'>;
  /** Returns a text file with rules, price and prizes for one game, or for each game. */
  downloads(asked: Asked<'download/games'>): Answer<'download/games'>;
  posts(asked: Asked<'news-and-trends'>): Answer<'news-and-trends'>;
  recent(asked: Asked<'recent-news-and-trends'>): Answer<'recent-news-and-trends'>;
  months(asked: Asked<'monthwisepostscount'>): Answer<'monthwisepostscount'>;
}

/**
 * Returns the texts of a language. English texts replace missing translations. For an unknown language, all texts are
 * English.
 */
export function textsIn(library: Library, lang: string | undefined): ReadonlyMap<string, Text> {
  return new Map([
    ...(library.get(fallbackLanguage) ?? []),
    ...(lang === undefined ? [] : (library.get(lang) ?? [])),
  ]);
}

/** Returns the text's path on the site, without the language prefix. */
export function pathOf({ group, item }: Text): string {
  if (group !== null) return `/${group}/${item.slug}`;
  return item.slug === 'home' ? '/' : `/${item.slug}`;
}

/** Returns the fields of a text that are shown in a list of texts. */
export function listedText(text: Text) {
  return {
    title: text.item.title.rendered,
    content: text.item.excerpt?.rendered ?? '',
    featured_image: text.item.featured_image ?? '',
    read_more_path: pathOf(text),
  };
}

const dayOf = ({ item }: Text): string => item.date ?? '';

function newestFirst(a: Text, b: Text): number {
  return dayOf(b).localeCompare(dayOf(a)) || a.item.slug.localeCompare(b.item.slug);
}

/**
 * Sort order of each group of posts. Editors can place a promotion before newer promotions. The blog is sorted only by
 * date.
 */
const orders: Record<PostGroup, (a: Text, b: Text) => number> = {
  blogs: newestFirst,
  promotions: (a, b) => a.order - b.order || newestFirst(a, b),
};

function postOf(text: Text): Post {
  const { slug, date = '', modified = date, meta = {} } = text.item;
  const { author, reading_minutes: minutes } = meta;
  return {
    slug,
    ...listedText(text),
    date,
    modified,
    author: typeof author === 'string' ? author : '',
    readingMinutes: typeof minutes === 'number' ? minutes : 1,
  };
}

function oddsText(oddsOneIn: number | null): string {
  return oddsOneIn === null ? '' : `, 1 in ${Math.round(oddsOneIn).toLocaleString('en-IN')}`;
}

/** Returns a plain-text sheet with price, prizes and rules of a game. */
function sheetOf(game: GameDefinition, text: Text): string {
  return [
    game.name,
    text.item.excerpt?.rendered ?? game.description,
    `One line: ${moneyText(game.ticketPriceMinor, game.currencyCode)}`,
    game.tiers
      .map(
        ({ prizeName, prizeText, prizeAmount, shared, oddsOneIn }) =>
          `- ${prizeName}: ${prizeText}, ${shared ? 'from ' : ''}${moneyText(prizeAmount, game.currencyCode)}${oddsText(oddsOneIn)}`,
      )
      .join('\n'),
    plainTextOf(text.item.content.rendered),
  ].join('\n\n');
}

/**
 * Creates the handlers of the API calls that list texts of the content library (spec §7). The calls
 * `news-and-trends` and `recent-news-and-trends` return posts of the blog or the promotions.
 * @param library returns the current texts. It is called for each request, because files can change
 */
export function createContentLists({
  library,
  catalogue,
}: {
  library: () => Library;
  catalogue: readonly GameDefinition[];
}): ContentLists {
  const gamesIn = (lang: string | undefined): { game: GameDefinition; text: Text }[] => {
    const texts = textsIn(library(), lang);
    return catalogue.flatMap((game) => {
      const text = texts.get(`games-${game.slug}`);
      return text ? [{ game, text }] : [];
    });
  };
  const postsIn = (lang: string | undefined, wanted: PostGroup = 'blogs'): Text[] =>
    [...textsIn(library(), lang).values()].filter(({ group }) => group === wanted).sort(orders[wanted]);

  return {
    folders: ({ userLanguge }) => ({
      folders: gamesIn(userLanguge).map(({ game, text }) =>
        Object.assign(listedText(text), { folder: game.slug, gameId: game.gameId }),
      ),
    }),

    downloads: ({ userLanguge, gameId }) => ({
      games: gamesIn(userLanguge)
        .filter(({ game }) => gameId === undefined || game.gameId === gameId)
        .map(({ game, text }) => ({
          gameId: game.gameId,
          name: game.name,
          fileName: `${game.slug}.txt`,
          mediaType: 'text/plain; charset=utf-8',
          modified: text.item.modified ?? text.item.date ?? '',
          text: sheetOf(game, text),
        })),
    }),

    posts: ({ userLanguge, group, ...place }) => {
      const { result, ...counts } = postsAt(postsIn(userLanguge, group), dayOf, place);
      return { ...counts, result: result.map(postOf) };
    },

    recent: ({ userLanguge, group }) => ({
      result: postsIn(userLanguge, group).toSorted(newestFirst).slice(0, recentPosts).map(postOf),
    }),

    months: ({ userLanguge, group }) => ({ months: monthsOf(postsIn(userLanguge, group).map(dayOf)) }),
  };
}
