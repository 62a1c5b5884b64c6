import { loadSettings } from '../api/settings.ts';
import { chunk } from '../chunk.ts';
import type { MessageProps } from './message/message-props.ts';
import type { PopupEntry } from './popup.ts';

/** Props of each popup, by the codes of spec §2. The spec defines no code for the winners-count popup. */
export interface PopupProps {
  1: object;
  5: MessageProps;
  winners: object;
}

export type PopupCode = keyof PopupProps;

/** All popups by code. Each one is a separate chunk. */
export const popups: { readonly [Code in PopupCode]: PopupEntry<PopupProps[Code]> } = {
  1: {
    texts: ['popups', 'forms', 'codes'],
    load: chunk(
      () => import('./login/LoginPopup.tsx'),
      (module) => module.prepareLogin,
    ),
    prefetch: loadSettings,
  },
  5: {
    texts: ['popups', 'codes'],
    load: chunk(
      () => import('./message/MessagePopup.tsx'),
      (module) => module.prepareMessage,
    ),
  },
  winners: {
    texts: ['popups'],
    load: chunk(
      () => import('./winners/WinnersPopup.tsx'),
      (module) => module.prepareWinners,
    ),
  },
};

export function isPopupCode(code: string | number): code is PopupCode {
  return Object.hasOwn(popups, code);
}
