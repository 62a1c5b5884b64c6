import type { contentListCalls as calls } from '../../shared/contract/content-lists.ts';
import { success } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { ContentLists } from './lists.ts';

/** What the content library holds, as lists. */
export const contentListHandlers = (lists: ContentLists): CallHandlers<keyof typeof calls> => ({
  'games/listfolders': async (asked) => success(lists.folders(asked)),
  'download/games': async (asked) => success(lists.downloads(asked)),
  'news-and-trends': async (asked) => success(lists.posts(asked)),
  'recent-news-and-trends': async (asked) => success(lists.recent(asked)),
  monthwisepostscount: async (asked) => success(lists.months(asked)),
});
