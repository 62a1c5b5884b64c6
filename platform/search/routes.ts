import type { searchCalls as calls } from '../../shared/contract/search.ts';
import { success } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { SearchService } from './service.ts';

/** Site search. */
export const searchHandlers = (search: SearchService): CallHandlers<keyof typeof calls> => ({
  'common-search': async (asked) => success(await search.search(asked)),
});
