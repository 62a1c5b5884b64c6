import { isoDayIn, isoDayOfMs } from '../../../shared/domain/site-time.ts';
import type { DynamicPage } from '../../../shared/pages/dynamic-page.ts';
import { resources } from '../../../shared/resources.ts';
import type { Widget } from '../../config/site-config.ts';
import { upcomingCards } from '../cards.ts';
import {
  configuredTitle,
  type LoadedPage,
  metaOf,
  notFound,
  type PageLoader,
  type PageRequest,
} from '../loader.ts';

const dayMs = 86_400_000;
type ResultsWidget = Extract<Widget, { kind: 'results' }>;

/**
 * Loads `/dynamicpage`. The parameter `dynamicJson` names one of the configured widgets; an unknown name is answered
 * with 404. Without the parameter, the page shows the first widget.
 */
export const loadDynamicPage: PageLoader = async (request) => {
  const { query, config } = request;
  const asked = query['dynamicJson'];
  const named = Object.entries(config.boot.widgets).find(([name]) => asked === undefined || name === asked);
  if (!named) return notFound;
  const [name, widget] = named;
  if (widget.kind === 'results') return loadResultsWidget(request, name, widget);
  if (query['date'] !== undefined) return notFound;
  const { sources, words, cards } = request;
  const [games, upcoming] = await Promise.all([sources.games(), sources.upcoming()]);
  return answer(request, name, widget, {
    title: titleOf(request, widget),
    description: words.t('widget.description_upcoming'),
    days: [],
    shown: { kind: 'upcoming', cards: upcomingCards(upcoming, games, cards) },
  });
};

/** Maximum number of platform responses that are read for one day of one game. Each response contains 50 results. */
const pagesOfDay = 8;

async function loadResultsWidget(
  request: PageRequest,
  name: string,
  widget: ResultsWidget,
): Promise<LoadedPage> {
  const { query, sources, words, cards, config, now } = request;
  const today = isoDayIn(config.boot.timeZone, now);
  const days = Array.from({ length: widget.days }, (_, ago) => isoDayOfMs(Date.parse(today) - ago * dayMs));
  const day = days.find((each) => each === (query['date'] ?? today));
  if (day === undefined) return notFound;
  const { gameId } = widget;
  const only = { resultFrom: day, resultTo: day };
  const result =
    gameId === undefined
      ? (await sources.results(only)).result
      : await sources.published(gameId, pagesOfDay, only);
  const perGame = new Map<string, number>();
  const shown = result.filter((item) => {
    const before = perGame.get(item.gameId) ?? 0;
    perGame.set(item.gameId, before + 1);
    return gameId !== undefined || before < config.boot.pagination.groupResults;
  });
  const title = titleOf(request, widget);
  const dayText = words.longDay(`${day}T12:00:00Z`);
  return answer(request, name, widget, {
    title: words.t('widget.title_of', { widget: title, day: dayText }),
    description: words.t('widget.description', { widget: title, day: dayText }),
    date: day === today ? undefined : day,
    days: days.map((each) => ({
      label: words.day(`${each}T12:00:00Z`),
      href: words.langPrefix + pathOf(name, each === today ? undefined : each),
      isCurrent: each === day,
    })),
    shown: { kind: 'results', cards: shown.map(cards.result) },
  });
}

function answer(
  request: PageRequest,
  name: string,
  widget: Widget,
  own: Pick<DynamicPage, 'title' | 'days' | 'shown'> & { description: string; date?: string | undefined },
): LoadedPage {
  const { query, words, config } = request;
  const { description, date, ...shown } = own;
  const isOverview = query['dynamicJson'] === undefined && query['date'] === undefined;
  return {
    status: 200,
    page: {
      kind: 'dynamic',
      ...shown,
      widgets: Object.entries(config.boot.widgets).map(([each, entry]) => ({
        label: titleOf(request, entry),
        href: words.langPrefix + pathOf(each),
        isCurrent: entry === widget,
      })),
    },
    meta: metaOf(request, {
      title: isOverview ? configuredTitle(request, 'dynamicpage') : own.title,
      description: isOverview ? words.t('widget.text') : description,
      canonicalPath: isOverview ? resources.dynamic.path : pathOf(name, date),
      // Search engines should index only the overview, because the pages of results and games already show the same
      // draws.
      indexable: isOverview,
    }),
  };
}

const titleOf = ({ words }: PageRequest, { title, labelKey }: Widget): string =>
  labelKey === undefined ? title : words.tOr(labelKey, title);

function pathOf(name: string, date?: string): string {
  const query = new URLSearchParams({ dynamicJson: name, ...(date === undefined ? {} : { date }) });
  return `${resources.dynamic.path}?${query}`;
}
