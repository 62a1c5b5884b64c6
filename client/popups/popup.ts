import type { ReactNode } from 'react';
import type { Translate } from '../../shared/translate.ts';
import type { Namespace } from '../i18n/texts.ts';
import type { MessageProps } from './message/message-props.ts';

/** The props that every popup receives. */
export interface PopupContext {
  t: Translate;
  /** Prefix of paths in the page's language: '' for the default language, otherwise for example '/hi'. */
  langPrefix: string;
  /** The link or button that was clicked; null if a script opened the popup. */
  opener: HTMLElement | null;
  close: () => void;
  /** Closes this popup and opens a message instead. */
  closeWith: (message: MessageProps) => Promise<void>;
  /** Opens another popup after this one has closed. */
  open: (code: 1, props: { to?: string }) => Promise<void>;
  /** Opens a message above this popup. */
  show: (message: MessageProps) => Promise<void>;
}

/**
 * @returns the popup's content after its data has loaded
 * @throws if loading fails, so that the popup does not open
 */
export type PreparePopup<Props> = (context: PopupContext, props: Props) => Promise<ReactNode>;

export interface PopupEntry<Props> {
  /**
   * The users for whom the popup opens. 'player': visitors get the login popup instead. 'visitor': for a logged-in
   * player, a link with `?popup=` does not open the popup.
   */
  who?: 'player' | 'visitor';
  /** Whether a link with `?popup=` may open the popup. Such a popup needs no props. */
  isLinkable?: true;
  /** Locale namespaces that the popup needs. */
  texts: readonly Namespace[];
  load: () => Promise<PreparePopup<Props>>;
  prefetch?: () => Promise<unknown>;
}
