import type { searchCalls as calls } from '../../shared/contract/search.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { SearchService } from './service.ts';

export function searchHandlers(search: SearchService): CallHandlers<keyof typeof calls> {
  return { 'common-search': (asked) => search.search(asked) };
}
