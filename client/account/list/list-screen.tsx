import type { CallData, CallName } from '../../../shared/contract/calls.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import type { AccountRouteName } from '../../../shared/pages/account-routes.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import type { CallResult } from '../../api/call-api.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';
import { AccountList, ListSkeleton } from './AccountList.tsx';
import {
  type CellView,
  type ChoiceView,
  type ColumnView,
  type FilterView,
  type ListView,
  listTexts,
  shownLines,
} from './list-view.ts';

/** A filter with a fixed set of options. `name` is the filter's parameter in the page's URL and in the call. */
export interface Choice {
  name: string;
  look: ChoiceView['look'];
  label: (wording: AccountWording) => string;
  /** Returns the options as values with their labels. The list itself adds the option that selects all rows. */
  options: (request: ScreenRequest) => Promise<[value: string, label: string][]>;
}

export type Column<Row> = Omit<ColumnView, 'label'> & {
  label: (wording: AccountWording) => string;
  cell: (row: Row, wording: AccountWording) => CellView;
};

/** One page of a list, as read from the response of the list's call. */
interface Page<Row> {
  /** The range of days that the platform applied. It is missing for a list without a range of days. */
  from?: string;
  to?: string;
  cursor: string | null;
  rows: readonly Row[];
  totals?: ListView['totals'];
}

/** The declaration of a list. All lists share one implementation of filters, paging, error messages and CSV files. */
export interface List<N extends CallName, Row> {
  route: AccountRouteName;
  call: N;
  /** Fields of the request in addition to the query parameters. */
  request?: object;
  /** The screen with the form that adds a row. */
  startsAt?: AccountRouteName;
  hasDays: boolean;
  hasFile: boolean;
  choices: readonly Choice[];
  read: (data: CallData<N>, wording: AccountWording) => Page<Row>;
  rowKey: (row: Row) => string;
  isNew?: (row: Row) => boolean;
  columns: readonly Column<Row>[];
}

export function listScreen<N extends CallName, Row>(list: List<N, Row>): Screen {
  return {
    load: (request) => loadList(list, request),
    Component: () => <ScreenContent Content={AccountList} skeleton={<ListSkeleton />} />,
  };
}

/** Loads one page of a list. Invalid filters yield a list without rows, with a message at each invalid field. */
export async function loadList<N extends CallName, Row>(
  list: List<N, Row>,
  request: ScreenRequest,
): Promise<ScreenAnswer<ListView>> {
  const { call, query } = request;
  const [result, choices] = await Promise.all([
    call(list.call, { ...query, ...list.request }),
    Promise.all(list.choices.map((choice) => choiceView(choice, list, request))),
  ]);
  return listAnswer(list, result, choices, request);
}

/**
 * Formats the result of a list's call. The function is separate from `loadList`, because some screens also show other
 * data from the same response.
 */
export function listAnswer<N extends CallName, Row>(
  list: List<N, Row>,
  result: CallResult<CallData<N>>,
  choices: ChoiceView[],
  { query, wording }: Pick<ScreenRequest, 'query' | 'wording'>,
): ScreenAnswer<ListView> {
  const { t } = wording;
  const wrong = result.kind === 'wrong-fields' ? result.fields : {};
  if (result.kind !== 'ok' && result.kind !== 'wrong-fields') return unanswered(result, wording);
  const page: Page<Row> = result.kind === 'ok' ? list.read(result.data, wording) : { cursor: null, rows: [] };
  const { cursor: _, ...filter } = query;
  return {
    kind: 'shown',
    view: {
      filter: {
        choices,
        days: list.hasDays ? daysOf(page, query, wording) : null,
        isSet:
          result.kind !== 'ok' ||
          ['from', 'to', ...choices.filter(({ look }) => look === 'select').map(({ name }) => name)].some(
            (name) => query[name] !== undefined,
          ),
        errors: Object.entries(wrong).map(([field, key]) => ({ field, text: t(key) })),
        resetHref: hrefOf(list, {}),
      },
      columns: list.columns.map(({ key, look, label }) => ({ key, look, label: label(wording) })),
      rows: page.rows.map((row) => ({
        key: list.rowKey(row),
        cells: list.columns.map((column) => folded(column.cell(row, wording), wording)),
        isNew: list.isNew?.(row) ?? false,
      })),
      totals: page.totals ?? [],
      start: list.startsAt
        ? { path: accountRoutes[list.startsAt].path, label: t(`account.page.${list.startsAt}`) }
        : null,
      note: t('account.list.zone', { zone: wording.timeZone }),
      emptyText: t(`account.empty.${list.route}`),
      csvHref: list.hasFile ? fileHref(list.call, filter, wording.lang) : null,
      olderHref: page.cursor === null ? null : hrefOf(list, { ...filter, cursor: page.cursor }),
      newestHref: query['cursor'] === undefined ? null : hrefOf(list, filter),
      texts: listTexts(t),
    },
  };
}

/**
 * Returns the range of days that the filter shows. It is the range that the platform applied. If the platform applied
 * no range, the function returns the range in the page's URL.
 */
function daysOf(
  { from, to }: Page<unknown>,
  query: ScreenRequest['query'],
  { locale, today }: AccountWording,
): FilterView['days'] {
  if (from === undefined || to === undefined)
    return { from: query['from'] ?? '', to: query['to'] ?? '', today, text: '' };
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return { from, to, today, text: format.formatRange(new Date(from), new Date(to)) };
}

/** If a cell has more lines than it shows at first, adds the label that unfolds the hidden lines. */
function folded(cell: CellView, { t }: AccountWording): CellView {
  const count = (cell.lines?.length ?? 0) - shownLines;
  return count > 0 ? { ...cell, moreLines: t('account.list.more_lines', { count }) } : cell;
}

type Filter = Readonly<Record<string, string>>;

function hrefOf({ route }: { route: AccountRouteName }, filter: Filter): string {
  const search = String(new URLSearchParams(filter));
  return accountRoutes[route].path + (search && `?${search}`);
}

const fileHref = (call: CallName, filter: Filter, lang: string): string =>
  `/api/${call}.csv?${new URLSearchParams({ ...filter, lang })}`;

async function choiceView(
  { name, look, label, options }: Choice,
  list: { route: AccountRouteName },
  request: ScreenRequest,
): Promise<ChoiceView> {
  const { query, wording } = request;
  const { cursor: _, [name]: value = '', ...others } = query;
  const given: [string, string][] = [['', wording.t('account.list.all')], ...(await options(request))];
  return {
    name,
    look,
    label: label(wording),
    value,
    options: given.map(([each, text]) => ({
      value: each,
      label: text,
      href: hrefOf(list, each === '' ? others : { ...others, [name]: each }),
    })),
  };
}
