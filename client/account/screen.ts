import type { ComponentType } from 'react';
import type { CallData, CallName } from '../../shared/contract/calls.ts';
import type { AccountWording, SubmittedForm } from '../../shared/pages/account.ts';
import { type AccountRouteName, screenQuery } from '../../shared/pages/account-routes.ts';
import type { CallResult } from '../api/call-api.ts';

/** The input with which a screen loads its data. Server and browser pass the same kind of input. */
export interface ScreenRequest {
  wording: AccountWording;
  /** Path of the screen, including the language prefix. */
  path: string;
  /**
   * The query parameters that the screen's page declares. Empty parameters are left out. The values are not validated.
   */
  query: Readonly<Record<string, string>>;
  /** The form whose POST the page answers. Null in the browser, and for a page that was requested by GET. */
  submitted: SubmittedForm | null;
  /** Makes a call for the player. The promise never rejects. */
  call: <N extends CallName>(name: N, data: object) => Promise<CallResult<CallData<N>>>;
}

/**
 * The data of a screen, formatted as texts. To hydrate, the browser uses the texts that the server has formatted,
 * because the Intl data of browser and server can differ.
 */
export type ScreenAnswer<View = unknown> =
  | { kind: 'shown'; view: View }
  | { kind: 'expired' }
  /** `text` is the message in the page's language. */
  | { kind: 'failed'; text: string };

/** One route of the account area. Each screen is a chunk of its own (screens.ts). */
export interface Screen {
  /** Makes the calls of the screen and formats their answers. */
  load(request: ScreenRequest): Promise<ScreenAnswer>;
  /** Renders a `ScreenContent` with the view that `load` returns. */
  Component: ComponentType;
}

/** The data that the router's loader returns for a screen. */
export interface ScreenData<View = unknown> {
  /**
   * The screen's answer. On the server it is a promise, because the server starts to stream the page before the data
   * has arrived.
   */
  answer: ScreenAnswer<View> | Promise<ScreenAnswer<View>>;
}

/** Converts a failed call to the answer that the screen shows. */
export function unanswered(
  result: Exclude<CallResult<unknown>, { kind: 'ok' }>,
  { t }: AccountWording,
): ScreenAnswer<never> {
  switch (result.kind) {
    case 'session-expired':
      return { kind: 'expired' };
    case 'refused':
      return { kind: 'failed', text: t(`code.${result.firstCode}`) };
    case 'wrong-fields':
      return { kind: 'failed', text: t('code.10400') };
    default:
      return { kind: 'failed', text: t('code.15500') };
  }
}

export function screenRequest(
  route: AccountRouteName,
  address: URL,
  { wording, call, submitted }: Pick<ScreenRequest, 'wording' | 'call' | 'submitted'>,
): ScreenRequest {
  return {
    wording,
    call,
    submitted,
    path: address.pathname,
    query: screenQuery(route, Object.fromEntries(address.searchParams)),
  };
}
