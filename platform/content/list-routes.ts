import type { contentListCalls as calls } from '../../shared/contract/content-lists.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { ContentLists } from './lists.ts';

export function contentListHandlers(lists: ContentLists): CallHandlers<keyof typeof calls> {
  return {
    'games/listfolders': async (asked) => lists.folders(asked),
    'download/games': async (asked) => lists.downloads(asked),
    'news-and-trends': async (asked) => lists.posts(asked),
    'recent-news-and-trends': async (asked) => lists.recent(asked),
    monthwisepostscount: async (asked) => lists.months(asked),
  };
}
