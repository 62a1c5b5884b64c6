import { contentListCalls as calls } from '../../shared/contract/content-lists.ts';
import { success } from '../http/answers.ts';
import { answering, type CallRunner } from '../http/calls.ts';
import type { ContentLists } from './lists.ts';

/** What the content library holds, as lists. */
export const contentListRunners = (lists: ContentLists): Record<keyof typeof calls, CallRunner> => ({
  'games/listfolders': answering(calls['games/listfolders'], async (asked) => success(lists.folders(asked))),
  'download/games': answering(calls['download/games'], async (asked) => success(lists.downloads(asked))),
  'news-and-trends': answering(calls['news-and-trends'], async (asked) => success(lists.posts(asked))),
  'recent-news-and-trends': answering(calls['recent-news-and-trends'], async (asked) =>
    success(lists.recent(asked)),
  ),
  monthwisepostscount: answering(calls.monthwisepostscount, async (asked) => success(lists.months(asked))),
});
