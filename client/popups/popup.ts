import type { ReactNode } from 'react';
import type { Translate } from '../../shared/translate.ts';
import type { Namespace } from '../i18n/texts.ts';
import type { MessageProps } from './message/message-props.ts';

/** The props that every popup receives. */
export interface PopupContext {
  t: Translate;
  /** '' for the default language, else '/hi'. */
  langPrefix: string;
  /** The link or button that was clicked; null where a program opened the popup. */
  opener: HTMLElement | null;
  close: () => void;
  /** Closes this popup and opens a message in its place. */
  closeWith: (message: MessageProps) => Promise<void>;
}

/** @returns the popup's content, once all that it shows is loaded. @throws where that fails: the popup does not open */
export type PreparePopup<Props> = (context: PopupContext, props: Props) => Promise<ReactNode>;

export interface PopupEntry<Props> {
  /** Locale namespaces that it needs. */
  texts: readonly Namespace[];
  load: () => Promise<PreparePopup<Props>>;
  /** Loads data that it shows, before it is opened. */
  prefetch?: () => Promise<unknown>;
}
