import { searchCalls as calls } from '../../shared/contract/search.ts';
import { success } from '../http/answers.ts';
import { answering, type CallRunner } from '../http/calls.ts';
import type { SearchService } from './service.ts';

/** Site search. */
export const searchRunners = (search: SearchService): Record<keyof typeof calls, CallRunner> => ({
  'common-search': answering(calls['common-search'], async (asked) => success(await search.search(asked))),
});
